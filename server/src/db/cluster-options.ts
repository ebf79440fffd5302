/**
 * Settings of every connection, mere placeholders for plain PostgreSQL: on a cluster they pass the account of row-level security on
 * to the nodes and keep writes to several accounts on few connections.
 */
export const clusterOptions = '-c citus.propagate_set_commands=local -c citus.multi_shard_modify_mode=sequential';

/** What serves requests asks for one account at a time: a statement that a cluster would send to several nodes fails, and is found. */
export const requestOptions = `${clusterOptions} -c citus.multi_task_query_log_level=error`;
