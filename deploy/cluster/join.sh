#!/bin/sh
# Makes the nodes named in NODES parts of the cluster whose coordinator PGHOST names. May run again and again.
set -eu
port="${PGPORT:-5432}"
ask() {
  psql -v ON_ERROR_STOP=1 -v password="$PGPASSWORD" -qAt >/dev/null
}

echo "select citus_set_coordinator_host('$PGHOST', $port)" | ask
for node in $NODES; do
  echo "select citus_add_node('$node', $port)" | ask
  echo "$node belongs to the cluster"
done

# The coordinator sends the statements of requests to the nodes as this role, by which row-level security holds them to their
# account. It logs in there with the password that the nodes know of each other; the servers grant it what it needs.
ask <<'SQL'
select 'create role leadlight_account' where not exists (select 1 from pg_roles where rolname = 'leadlight_account') \gexec
alter role leadlight_account login password :'password';
SQL

# A node that came later gets its share of what is there; with nothing to move this ends at once.
echo "select citus_rebalance_start()" | ask 2>/dev/null || echo "Nothing to move yet"
