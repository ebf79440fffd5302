#!/bin/sh
# Makes the nodes named in NODES parts of the cluster whose coordinator PGHOST names. May run again and again.
set -eu
psql -v ON_ERROR_STOP=1 -qAt -c "select citus_set_coordinator_host('$PGHOST', 5432)" >/dev/null
for node in $NODES; do
  psql -v ON_ERROR_STOP=1 -qAt -c "select citus_add_node('$node', 5432)" >/dev/null
  echo "$node belongs to the cluster"
done
# A worker of the cluster that came later gets its share of what is there; with nothing to move this ends at once.
psql -v ON_ERROR_STOP=1 -qAt -c "select citus_rebalance_start()" >/dev/null 2>&1 || echo "Nothing to move yet"
