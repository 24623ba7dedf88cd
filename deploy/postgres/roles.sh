#!/bin/sh
# Run once by the container of PostgreSQL on an empty folder: the role that owns the tables and migrates them, and the
# role that requests run as, which owns nothing.
set -eu
psql --username postgres --set ON_ERROR_STOP=1 \
  --set owner="$CIRANDA_OWNER_PASSWORD" --set worker="$CIRANDA_DATABASE_PASSWORD" <<'SQL'
CREATE ROLE ciranda_owner LOGIN PASSWORD :'owner';
CREATE ROLE ciranda LOGIN PASSWORD :'worker';
CREATE DATABASE ciranda OWNER ciranda_owner;
REVOKE ALL ON DATABASE ciranda FROM PUBLIC;
GRANT CONNECT ON DATABASE ciranda TO ciranda;
SQL
