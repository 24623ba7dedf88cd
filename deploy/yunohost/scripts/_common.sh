#!/bin/bash

# Its settings, which only it and root read.
configure() {
    ynh_config_add --template="ciranda.env" --destination="$install_dir/ciranda.env"
    chmod 400 "$install_dir/ciranda.env"
    chown "$app:$app" "$install_dir/ciranda.env"
    ynh_config_add_systemd
}

# Runs a command of Ciranda as its user, with its settings.
ciranda() {
    # shellcheck disable=SC2016
    ynh_exec_as_app sh -c 'set -a; . "$0/ciranda.env"; exec "$0/ciranda" "$@"' "$install_dir" "$@"
}

start() {
    ynh_systemctl --service="$app" --action="start" --wait_until="Ciranda em" --log_path="systemd"
}
