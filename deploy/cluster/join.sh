#!/bin/sh
# Adds the nodes in NODES to the cluster with the coordinator PGHOST. Can be run repeatedly.
set -eu
port="${PGPORT:-5432}"
run_sql() {
  psql -v ON_ERROR_STOP=1 -v password="$PGPASSWORD" -qAt >/dev/null
}

echo "select citus_set_coordinator_host('$PGHOST', $port)" | run_sql
for node in $NODES; do
  echo "select citus_add_node('$node', $port)" | run_sql
  echo "$node belongs to the cluster"
done

# The coordinator sends the statements of requests to the nodes as this role, so that row-level security limits them to their
# account. The role logs in with the password that the nodes share; the Leadlight servers grant its privileges.
run_sql <<'SQL'
select 'create role leadlight_account' where not exists (select 1 from pg_roles where rolname = 'leadlight_account') \gexec
alter role leadlight_account login password :'password';
SQL

# A node added later gets its share of the data. With nothing to move this does nothing; a rebalancing that is already running continues.
run_sql <<'SQL'
select citus_rebalance_start()
where not exists (
  select from pg_dist_background_job where job_type = 'rebalance' and state not in ('finished', 'cancelled', 'failed')
);
SQL
