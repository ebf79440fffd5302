import pg from 'pg';
import { clusterOptions } from '../cluster-options.ts';
import { accountRole, entranceRole } from './wall-roles.ts';

/** How a request is bound to its account: by a setting of its connection, or on a cluster anew in every transaction. */
export type WallBinding = 'connection' | 'transaction';

/** How the wall of this database binds requests, or null where it does not stand. */
export async function wallStands(url: string): Promise<WallBinding | null> {
  return ask(url, clusterOptions, async (client) => {
    const { rows } = await client.query<{ roles_usable: boolean; is_cluster: boolean }>(
      `select count(*) = 2 and bool_and(pg_has_role(current_user, oid, 'set')) as roles_usable, has_citus() as is_cluster
       from pg_roles where rolname in ($1, $2)`,
      [entranceRole, accountRole],
    );
    const { roles_usable, is_cluster } = rows[0]!;
    if (!roles_usable) return null;
    if (!is_cluster) return 'connection';
    const open = await nodesThatAnswer(client);
    const openToRole = await ask(url, `${clusterOptions} -c role=${accountRole}`, nodesThatAnswer);
    // A node that is away lets nobody in: it says nothing about the wall.
    return open.every((node) => openToRole.includes(node)) ? 'transaction' : null;
  });
}

/** The nodes that the coordinator reaches as the present role, which is how it will send them the statements of requests. */
async function nodesThatAnswer(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ node: string }>(
    `select nodename || ':' || nodeport as node from run_command_on_workers('select 1') where success`,
  );
  return rows.map(({ node }) => node);
}

async function ask<Result>(url: string, options: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'leadlight wall', options });
  client.on('error', () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
