import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';

export type AccountTable = { name: string; keys: string[] };

type Row = AccountTable & { referenced: string[] };

/**
 * Lists all tables that hold account data, with the columns of their primary keys, read from the database catalog. A table comes before the
 * tables it references, so rows can be deleted in this order.
 */
export async function listAccountTables(db: Database): Promise<AccountTable[]> {
  const { rows } = await sql<Row>`
    select c.relname as name,
      array(select a.attname::text from pg_index i cross join lateral unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary order by k.place) as keys,
      array(select distinct f.confrelid::regclass::text from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') as referenced
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id' and not a.attisdropped)
    order by c.relname`.execute(db);
  return inDeletionOrder(rows);
}

function inDeletionOrder(tables: readonly Row[]): AccountTable[] {
  const ordered: AccountTable[] = [];
  let remaining = [...tables];
  while (remaining.length > 0) {
    const isReferenced = (name: string) => remaining.some((other) => other.name !== name && other.referenced.includes(name));
    const unreferenced = remaining.filter(({ name }) => !isReferenced(name));
    // Tables in a reference cycle stay in name order; if a foreign key forbids that order, the deletion fails.
    const next = unreferenced.length > 0 ? unreferenced : remaining;
    ordered.push(...next.map(({ name, keys }) => ({ name, keys })));
    remaining = remaining.filter((table) => !next.includes(table));
  }
  return ordered;
}
