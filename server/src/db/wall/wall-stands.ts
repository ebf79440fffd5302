import pg from 'pg';
import { accountRole, entranceRole } from './wall-roles.ts';

/**
 * Whether the user of this database may act as the roles of requests. Not on a cluster: its nodes learn neither the role nor the
 * account of a session.
 */
export async function wallStands(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, application_name: 'leadlight wall' });
  client.on('error', () => {});
  await client.connect();
  try {
    const { rows } = await client.query<{ stands: boolean }>(
      `select not has_citus() and count(*) = 2 and bool_and(pg_has_role(current_user, oid, 'set')) as stands
       from pg_roles where rolname in ($1, $2)`,
      [entranceRole, accountRole],
    );
    return rows[0]!.stands;
  } finally {
    await client.end();
  }
}
