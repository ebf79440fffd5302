import pg from 'pg';
import { firstOf } from '../../lib/first-of.ts';
import { clusterOptions } from '../cluster-options.ts';
import { accountRole, authRole } from './request-roles.ts';

/** Where the account of a request is set: on the connection, or, on a cluster, in every transaction. */
export type AccountBinding = 'connection' | 'transaction';

/** Returns the binding for this database, or null if row-level security cannot be used. */
export async function findAccountBinding(url: string): Promise<AccountBinding | null> {
  return withClient(url, clusterOptions, async (client) => {
    const { rows } = await client.query<{ roles_usable: boolean; is_cluster: boolean }>(
      `select count(*) = 2 and bool_and(pg_has_role(current_user, oid, 'set')) as roles_usable, has_citus() as is_cluster
       from pg_roles where rolname in ($1, $2)`,
      [authRole, accountRole],
    );
    const { roles_usable, is_cluster } = firstOf(rows);
    if (!roles_usable) return null;
    if (!is_cluster) return 'connection';
    const reachable = await listReachableNodes(client);
    const reachableAsRole = await withClient(url, `${clusterOptions} -c role=${accountRole}`, listReachableNodes);
    // A node that is down cannot be reached as any role, so it is not considered.
    return reachable.every((node) => reachableAsRole.includes(node)) ? 'transaction' : null;
  });
}

/** Lists the nodes that the coordinator can reach as the current role. */
async function listReachableNodes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ node: string }>(
    `select nodename || ':' || nodeport as node from run_command_on_workers('select 1') where success`,
  );
  return rows.map(({ node }) => node);
}

async function withClient<Result>(url: string, options: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'leadlight row-level security', options });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
