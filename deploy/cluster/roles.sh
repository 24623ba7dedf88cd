#!/bin/sh
# Called by Patroni once, on the first primary, with the address of its superuser (host=… port=…): makes the roles and the
# database of deploy/postgres/roles.sh. Patroni gives the password in a file, and asks for no second node yet.
set -eu
for part in $1; do
  case $part in
    host=*) PGHOST=${part#host=} ;;
    port=*) PGPORT=${part#port=} ;;
  esac
done
export PGHOST PGPORT PGDATABASE=postgres
exec "$(dirname "$0")/../postgres/roles.sh"
