import pg from 'pg';
import { clusterOptions } from '../cluster-options.ts';
import { findAccountBinding } from './find-account-binding.ts';
import { accountRole } from './request-roles.ts';

const noAccount = '-1';

/** Checks, without writing, that row-level security isolates accounts, and returns what is wrong. */
export async function findIsolationFaults(url: string): Promise<string[]> {
  if ((await findAccountBinding(url)) === null) {
    return [
      'requests cannot assume the roles leadlight_auth and leadlight_account, so accounts are only separated by the queries themselves',
    ];
  }
  const client = new pg.Client({ connectionString: url, application_name: 'leadlight doctor', options: clusterOptions });
  client.on('error', () => {});
  await client.connect();
  try {
    return [
      ...(await findUnguardedTables(client)),
      ...(await findUnexpectedPolicies(client)),
      ...(await findOverprivilegedRoles(client)),
      ...(await findOpenPartitions(client)),
      ...(await findExposedAccounts(client)),
    ];
  } finally {
    await client.end();
  }
}

async function findUnguardedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and not a.attisdropped
       and a.attname = case when c.relname = 'accounts' then 'id' else 'account_id' end
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and not (c.relrowsecurity and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'own_account'))
     union
     select c.relname from pg_class c join pg_policy p on p.polrelid = c.oid
     where c.relnamespace = 'public'::regnamespace and not c.relispartition and not c.relrowsecurity
     order by name`,
  );
  return rows.map(({ name }) => `the table ${name} has no policy, or row-level security is switched off for it`);
}

/** PostgreSQL combines policies with OR, so an additional one could expose all rows. */
async function findUnexpectedPolicies(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; policy: string }>(
    `select c.relname as name, p.polname as policy
     from pg_policy p join pg_class c on c.oid = p.polrelid
     where c.relnamespace = 'public'::regnamespace and p.polpermissive and not case
       when p.polname in ('own_account', 'own_users') then pg_get_expr(p.polqual, p.polrelid) like '%leadlight.account_id%'
       when p.polname = 'auth' then pg_get_expr(p.polqual, p.polrelid) like '%leadlight_auth%'
       else false end
     order by 1, 2`,
  );
  return rows.map(
    ({ name, policy }) => `the policy ${policy} of the table ${name} is not part of Leadlight and may expose rows of other accounts`,
  );
}

async function findOverprivilegedRoles(client: pg.Client): Promise<string[]> {
  const { rowCount } = await client.query(
    `select from pg_roles r where rolname = $1 and (rolsuper or rolbypassrls
       or exists (select from pg_class c where c.relowner = r.oid and c.relnamespace = 'public'::regnamespace))`,
    [accountRole],
  );
  return rowCount === 0 ? [] : [`the role ${accountRole} is a superuser, bypasses row-level security or owns tables`];
}

/** The policies apply only to statements on the parent table, so requests must not read partitions directly. */
async function findOpenPartitions(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relispartition and c.relkind in ('r', 'p') and has_table_privilege($1, c.oid, 'select')`,
    [accountRole],
  );
  return rows.map(({ name }) => `${accountRole} may read the partition ${name} directly`);
}

async function findExposedAccounts(client: pg.Client): Promise<string[]> {
  await client.query('begin read only');
  try {
    await client.query(`set local role ${accountRole}`);
    await client.query(`set local leadlight.account_id = '${noAccount}'`);
    const { rowCount } = await client.query('select from public.accounts limit 1');
    return rowCount === 0 ? [] : [`${accountRole} can see accounts that it is not bound to`];
  } finally {
    await client.query('rollback');
  }
}
