#!/bin/bash
# Stands for YunoHost's helpers (version 2.1) in a dry run of deploy/yunohost: the same names and arguments, and what each leaves.
set -eu

# The value of --name=value among the arguments.
value_of() {
  local name=$1 each
  shift
  for each in "$@"; do
    case $each in "--$name="*) echo "${each#*=}" ;; esac
  done
}

yunohost() { true; }
ynh_script_progression() { echo "$1"; }
ynh_print_info() { echo "$1"; }
ynh_hide_warnings() { "$@" 2> /dev/null; }
ynh_safe_rm() { rm -rf -- "$1"; }
ynh_string_random() { head -c 200 /dev/urandom | base64 -w 0 | tr -dc a-z0-9 | cut -c "1-$(value_of length "$@")"; }
ynh_user_get_info() { echo admin@ciranda.local; }
ynh_exec_as_app() { setpriv --reuid="$app" --regid="$app" --init-groups env -i PATH="$PATH" "$@"; }
ynh_app_setting_set() { printf '%s=%q\n' "$(value_of key "$@")" "$(value_of value "$@")" >> "/root/$app.settings"; }

ynh_setup_source() {
  local to
  to=$(value_of dest_dir "$@")
  mkdir -p "$to"
  tar -xf "$YNH_SOURCE" -C "$to" --strip-components=1
  chown -R "$app:$app" "$to"
}

ynh_config_add() {
  local text name value template
  template=$(value_of template "$@")
  text=$(cat "../conf/$template")
  while [[ $text =~ __([A-Z0-9_]*[A-Z0-9])__ ]]; do
    name=${BASH_REMATCH[1]} value=${BASH_REMATCH[1],,}
    text=${text//__${name}__/${!value}}
  done
  # People whom a dry run can look for afterwards.
  [ "$template" != ciranda.env ] || text+=$'\nSEED=demo'
  printf '%s\n' "$text" > "$(value_of destination "$@")"
}

ynh_config_add_nginx() {
  mkdir -p "/etc/nginx/conf.d/$domain.d"
  ynh_config_add --template=nginx.conf --destination="/etc/nginx/conf.d/$domain.d/$app.conf"
}
ynh_config_change_url_nginx() { rm "/etc/nginx/conf.d/$old_domain.d/$app.conf" && ynh_config_add_nginx; }
ynh_config_remove_nginx() { rm -f "/etc/nginx/conf.d/$domain.d/$app.conf"; }

ynh_config_add_systemd() {
  ynh_config_add --template=systemd.service --destination="/etc/systemd/system/$app.service"
  systemctl enable --quiet "$app"
  systemctl daemon-reload
}
ynh_config_remove_systemd() {
  systemctl stop "$app"
  systemctl disable --quiet "$app"
  rm "/etc/systemd/system/$app.service"
  systemctl daemon-reload
}
ynh_systemctl() {
  local service words since
  service=$(value_of service "$@") words=$(value_of wait_until "$@") since=$(date '+%F %T')
  [ "$service" != nginx ] || return 0
  systemctl "$(value_of action "$@")" "$service"
  [ -n "$words" ] || return 0
  for _ in $(seq 120); do
    ! journalctl --unit="$service" --since="$since" --quiet | grep -q "$words" || return 0
    sleep 0.5
  done
  journalctl --unit="$service" --lines=20 >&2
  return 1
}

ynh_backup() { mkdir -p "$YNH_BACKUP_DIR$(dirname "$1")" && cp -a "$1" "$YNH_BACKUP_DIR$1"; }
ynh_restore() { mkdir -p "$(dirname "$1")" && cp -aT "$YNH_BACKUP_DIR$1" "$1"; }
