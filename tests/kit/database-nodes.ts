import pg from 'pg';
import { required } from '../../server/src/lib/required.ts';

/**
 * The servers on which the databases of a test run are created: one, or every node of a Citus cluster, the coordinator first. A
 * database is copied completely only if every node copies it.
 */
export async function findNodes(serverUrl: string): Promise<string[]> {
  const { rows } = await query(serverUrl, "select 1 from pg_extension where extname = 'citus'");
  if (rows.length === 0) return [serverUrl];
  const nodes = await query(
    serverUrl,
    "select nodename, nodeport from pg_dist_node where isactive and noderole = 'primary' and groupid <> 0",
  );
  return [serverUrl, ...nodes.rows.map(({ nodename, nodeport }) => urlOf(serverUrl, { host: String(nodename), port: String(nodeport) }))];
}

export async function onEveryNode(nodes: readonly string[], statement: string): Promise<void> {
  await Promise.all(nodes.map((node) => query(node, statement)));
}

/** Joins the databases of this name on all nodes into their own cluster, with few shards, because a test has few accounts. */
export async function joinNodes(nodes: readonly string[], database: string): Promise<void> {
  const [coordinator, ...workers] = nodes.map((node) => urlOf(node, { database }));
  if (workers.length === 0) return;
  await onEveryNode([required(coordinator), ...workers], 'create extension citus');
  const { hostname, port } = new URL(required(coordinator));
  await query(required(coordinator), 'select citus_set_coordinator_host($1, $2::int)', [hostname, Number(port || 5432)]);
  for (const worker of workers) {
    const { hostname: host, port: workerPort } = new URL(worker);
    await query(required(coordinator), 'select citus_add_node($1, $2::int)', [host, Number(workerPort || 5432)]);
  }
  await query(required(coordinator), `alter database ${database} set citus.shard_count = 4`);
}

/** Ends the connections that Citus keeps to a template database and allows no new ones, because open connections would prevent copying it. */
export async function closeTemplate(nodes: readonly string[], template: string): Promise<void> {
  if (nodes.length === 1) return;
  await onEveryNode(nodes, `alter database ${template} allow_connections false`);
  await onEveryNode(nodes, `select pg_terminate_backend(pid::int) from pg_stat_activity where datname = '${template}'`);
}

export function urlOf(url: string, { host, port, database }: { host?: string; port?: string; database?: string }): string {
  const newUrl = new URL(url);
  if (host !== undefined) newUrl.hostname = host;
  if (port !== undefined) newUrl.port = port;
  if (database !== undefined) newUrl.pathname = `/${database}`;
  return newUrl.href;
}

async function query(url: string, statement: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await client.query<Record<string, unknown>>(statement, values);
  } finally {
    await client.end();
  }
}
