import type pg from 'pg';
import { errorCode } from '../../lib/error-code.ts';
import { firstOf } from '../../lib/first-of.ts';
import {
  accountRole,
  authRole,
  authTables,
  credentialFunctions,
  type NarrowGrant,
  narrowGrants,
  selectVisible,
  tablesDeniedToAccountRole,
} from './request-roles.ts';

/**
 * Creates the policies and views, using functions of the migration 0001-placement-and-row-level-security.sql. If the request roles exist or
 * the database user may create them, also grants them their tables. Nothing is granted on partitions, because a policy applies only to
 * queries on the parent table.
 */
export async function applyRowLevelSecurity(client: pg.Client): Promise<void> {
  await client.query('select add_account_policies()');
  await client.query('select create_request_views()');
  for (const role of [authRole, accountRole]) {
    if (!(await createRole(client, role))) return;
    await grantRoleToUser(client, role);
  }
  await allowLoginOnNodes(client);
  const narrowTables = (role: string) => narrowGrants.filter((grant) => grant.role === role).map(({ table }) => table);
  const fullTables = authTables.filter((table) => !narrowTables(authRole).includes(table));
  await grantTables(client, authRole, 'relname = any($2)', fullTables);
  await grantTables(client, accountRole, 'relname <> all($2)', [...tablesDeniedToAccountRole, ...narrowTables(accountRole)]);
  for (const grant of narrowGrants) await grantNarrowly(client, grant);
  for (const role of [authRole, accountRole]) await grantAddJob(client, role);
  await grantCredentialFunctions(client);
  await revokeSessionsTable(client);
  await restrictCompaniesToView(client);
}

/** Grants only the given privileges. Revokes all others first, because an earlier version may have granted more. */
async function grantNarrowly(client: pg.Client, { role, table, privileges }: NarrowGrant): Promise<void> {
  const { rows } = await client.query<{ columns: string; is_granted: boolean }>(
    `select string_agg(quote_ident(attname), ', ' order by attnum) filter (where attname <> 'password_hash') as columns,
       not has_table_privilege($1, attrelid, 'delete') and has_any_column_privilege($1, attrelid, 'select')
         and ($2 or bool_and(has_column_privilege($1, attrelid, attnum, 'select') = (attname <> 'password_hash'))) as is_granted
     from pg_attribute where attrelid = ('public.' || $3)::regclass and attnum > 0 and not attisdropped group by attrelid`,
    [role, !privileges.includes(selectVisible), table],
  );
  if (firstOf(rows).is_granted) return;
  await client.query(`revoke all on public.${table} from ${role}`);
  for (const privilege of privileges) {
    await client.query(`grant ${privilege.replace('visible', firstOf(rows).columns)} on public.${table} to ${role}`);
  }
}

async function grantAddJob(client: pg.Client, role: string): Promise<void> {
  const { rowCount } = await client.query(
    `select 1 from pg_proc where proname = 'add_job' and pronamespace = 'public'::regnamespace
    and not has_function_privilege($1, oid, 'execute')`,
    [role],
  );
  if (rowCount !== 0) await client.query(`grant execute on function public.add_job to ${role}`);
}

async function grantCredentialFunctions(client: pg.Client): Promise<void> {
  for (const name of credentialFunctions) {
    const { rowCount } = await client.query("select 1 where has_function_privilege($1, $2, 'execute')", [authRole, name]);
    if (rowCount === 0) await client.query(`grant execute on function ${name} to ${authRole}`);
  }
}

async function revokeSessionsTable(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select 1 where has_table_privilege($1, 'public.sessions', 'select')`, [accountRole]);
  if (rowCount !== 0) await client.query(`revoke all on public.sessions from ${accountRole}`);
}

/**
 * Requests read companies through a view of those visible to their account and add them through a function, never directly. The
 * coordinator of a cluster sends statements on the view to the nodes as statements on the table, so there the role may read the table.
 */
async function restrictCompaniesToView(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ is_cluster: boolean; has_table: boolean; has_view: boolean }>(
    `select has_citus() as is_cluster, has_table_privilege($1, 'public.companies', 'select') as has_table,
       has_table_privilege($1, 'request.companies', 'select') and has_schema_privilege($1, 'request', 'usage')
       and has_function_privilege($1, 'add_companies(jsonb)', 'execute') as has_view`,
    [accountRole],
  );
  const { is_cluster, has_table, has_view } = firstOf(rows);
  if (has_view && has_table === is_cluster) return;
  await client.query(`revoke all on public.companies from ${accountRole}`);
  if (is_cluster) await client.query(`grant select on public.companies to ${accountRole}`);
  await client.query(`grant usage on schema request to ${accountRole}`);
  await client.query(`grant select on request.companies to ${accountRole}`);
  await client.query(`grant execute on function add_companies to ${accountRole}`);
}

/** Creates a role unless it exists. Returns false if the database user may not create it. */
async function createRole(client: pg.Client, role: string): Promise<boolean> {
  const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role]);
  if (rowCount !== 0) return true;
  try {
    await client.query(`create role ${role} nologin`);
    return true;
  } catch (error) {
    const code = errorCode(error);
    // Roles are shared by all databases of a server; another process may have created them at the same time.
    if (code === '42710' || code === '23505') return true;
    if (code === '42501') return false;
    throw error;
  }
}

/** Lets the database user switch to the role. Without a grant only superusers may do so, even for a role that the user created. */
async function grantRoleToUser(client: pg.Client, role: string): Promise<void> {
  const { rows } = await client.query<{ may: boolean; is_cluster: boolean }>(
    "select pg_has_role(current_user, $1, 'set') as may, has_citus() as is_cluster",
    [role],
  );
  if (firstOf(rows).may) return;
  try {
    // Citus 14 corrupts the options when it forwards the statement. Without them the user inherits privileges that it already has.
    await client.query(`grant ${role} to current_user ${firstOf(rows).is_cluster ? '' : 'with set true, inherit false'}`);
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
  }
}

/** The coordinator of a cluster connects to the nodes as `accountRole`. Authentication is configured on the nodes. */
async function allowLoginOnNodes(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query('select 1 from pg_roles where has_citus() and rolname = $1 and not rolcanlogin', [accountRole]);
  if (rowCount === 0) return;
  try {
    await client.query(`alter role ${accountRole} login`);
  } catch (error) {
    if (errorCode(error) !== '42501') throw error;
  }
}

/** Grants only what is missing: every grant makes all connections reload the table's catalog entry. */
async function grantTables(client: pg.Client, role: string, condition: string, names: string[]): Promise<void> {
  const { rows } = await client.query<{ it: string }>(
    `select quote_ident(relname) as it from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and ${condition}
       and not has_table_privilege($1, oid, 'delete')`,
    [role, names],
  );
  if (rows.length === 0) return;
  await client.query(`grant select, insert, update, delete on ${rows.map(({ it }) => `public.${it}`).join(', ')} to ${role}`);
  await client.query(`grant usage on schema public to ${role}`);
  await client.query(`grant usage on sequence record_ids to ${role}`);
}
