/**
 * Ignored by plain PostgreSQL. On a cluster, these options propagate the account of row-level security to the nodes and make writes
 * to several shards sequential, which needs fewer connections.
 */
const citusOptions = '-c citus.propagate_set_commands=local -c citus.multi_shard_modify_mode=sequential';

/** In kilobytes. Every search scans the pending list of a GIN index, so the list must stay short. Imports raise the limit. */
const indexOptions = '-c gin_pending_list_limit=256';

export const clusterOptions = `${citusOptions} ${indexOptions}`;

/** A request concerns one account, so a statement that a cluster would send to several nodes is a bug and fails. */
export const requestOptions = `${clusterOptions} -c citus.multi_task_query_log_level=error`;
