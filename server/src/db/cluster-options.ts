/**
 * Ignored by plain PostgreSQL. On a cluster they propagate the account of row-level security to the nodes and keep writes to
 * several accounts on few connections.
 */
export const clusterOptions = '-c citus.propagate_set_commands=local -c citus.multi_shard_modify_mode=sequential';

/** A request concerns one account, so a statement that a cluster would send to several nodes is a bug and fails. */
export const requestOptions = `${clusterOptions} -c citus.multi_task_query_log_level=error`;
