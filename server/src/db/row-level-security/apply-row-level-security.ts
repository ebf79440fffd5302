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
  // In one transaction, so that running servers never lack a privilege, and none is missing after a kill.
  await client.query('begin');
  try {
    await grantPrivileges(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function grantPrivileges(client: pg.Client): Promise<void> {
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

/** Grants exactly the given privileges. Revokes all others first, because an earlier version may have granted more. */
async function grantNarrowly(client: pg.Client, { role, table, privileges }: NarrowGrant): Promise<void> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute
     where attrelid = ('public.' || $1)::regclass and attnum > 0 and not attisdropped and attname <> 'password_hash' order by attnum`,
    [table],
  );
  const visible = columns.map(({ name }) => name);
  const wanted = privileges.flatMap((privilege) =>
    privilege === selectVisible ? visible.map((column) => `select (${column})`) : [privilege],
  );
  const { rows: granted } = await client.query<{ privilege: string }>(
    `select lower(acl.privilege_type) as privilege from pg_class cross join lateral aclexplode(relacl) as acl
     where pg_class.oid = ('public.' || $2)::regclass and acl.grantee = $1::regrole
     union all select lower(acl.privilege_type) || ' (' || quote_ident(attname) || ')' from pg_attribute cross join lateral aclexplode(attacl) as acl
     where attrelid = ('public.' || $2)::regclass and not attisdropped and acl.grantee = $1::regrole`,
    [role, table],
  );
  const existing = new Set(granted.map(({ privilege }) => privilege));
  if (existing.size === wanted.length && wanted.every((privilege) => existing.has(privilege))) return;
  await client.query(`revoke all on public.${table} from ${role}`);
  for (const privilege of privileges) {
    await client.query(`grant ${privilege.replace('visible', visible.join(', '))} on public.${table} to ${role}`);
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
  if (rows.length > 0)
    await client.query(`grant select, insert, update, delete on ${rows.map(({ it }) => `public.${it}`).join(', ')} to ${role}`);
  const { rows: usage } = await client.query<{ schema: boolean; ids: boolean }>(
    "select has_schema_privilege($1, 'public', 'usage') as schema, has_sequence_privilege($1, 'record_ids', 'usage') as ids",
    [role],
  );
  if (!firstOf(usage).schema) await client.query(`grant usage on schema public to ${role}`);
  if (!firstOf(usage).ids) await client.query(`grant usage on sequence record_ids to ${role}`);
}
