import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** Columns of `users` that are exported. Listed one by one, so that a new credential is not exported by mistake. */
const userColumns = [
  'id',
  'email',
  'email_confirmed_at',
  'first_name',
  'last_name',
  'phone_number',
  'country_code',
  'language',
  'created_at',
];

/** Names of columns with credentials. Binary columns, such as hashes of keys, are not exported either. */
const credentials = 'hash|secret|password|salt|credential|cookie_key|jwks';

/** Returns the columns that an export contains, by table with its schema. */
export async function listExportedColumns(db: Database): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ table: string; columns: string[] }>`
    select n.nspname || '.' || c.relname as table, jsonb_agg(a.attname order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
      and a.atttypid <> 'bytea'::regtype and a.attname !~ ${credentials}
    group by 1`.execute(db);
  return new Map(rows.map(({ table, columns }) => [table, table === 'public.users' ? userColumns : columns]));
}
