import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

/** `document` is JSON stored as text, as in the events of visits. `isKey` is true for the columns of unique indexes. */
export type TextColumn = { name: string; type: 'text' | 'document' | 'json' | 'jsonb' | 'texts' | 'inet'; isKey: boolean };
type KeyColumn = { name: string; type: string };
export type TextTable = { schema: string; name: string; isOfAccounts: boolean; primaryKey: KeyColumn[]; columns: TextColumn[] };

/** Not searched: users are handled separately, and migrations contain no personal data. */
const excludedTables = ['users', 'migrations'];

/**
 * Lists all tables with columns of text, JSON or IP addresses. Reads the catalog of the database, so that new tables are included.
 */
export async function listTextTables(db: Database): Promise<TextTable[]> {
  const { rows } = await sql<TextTable>`
    select n.nspname as schema, c.relname as name,
      exists (select 1 from pg_attribute o where o.attrelid = c.oid and o.attname = 'account_id' and not o.attisdropped) as "isOfAccounts",
      (select jsonb_agg(jsonb_build_object('name', k.attname, 'type', format_type(k.atttypid, k.atttypmod)) order by k.attnum)
        from pg_index p join pg_attribute k on k.attrelid = c.oid and k.attnum = any(p.indkey)
        where p.indrelid = c.oid and p.indisprimary) as "primaryKey",
      jsonb_agg(jsonb_build_object('name', a.attname, 'isKey', exists (
          select 1 from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any(i.indkey)),
        'type', case when c.relname = 'visits' and a.attname = 'events' then 'document' else case t.typname when 'varchar' then 'text' when '_text' then 'texts' when '_varchar' then 'texts' when 'cidr' then 'inet' else t.typname end end)
        order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    join pg_type t on t.oid = a.atttypid
    where (n.nspname = 'public' or (n.nspname = 'graphile_worker' and c.relname = '_private_jobs'))
      and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all(${excludedTables}::text[])
      and t.typname in ('text', 'varchar', '_text', '_varchar', 'json', 'jsonb', 'inet', 'cidr')
    group by 1, 2, c.oid order by 1, 2`.execute(db);
  return rows;
}
