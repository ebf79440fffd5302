import type pg from 'pg';
import { firstOf } from '../../lib/first-of.ts';

type Deferred = { name: string; table: string; definition: string };

/** Sorting an index in memory is several times faster than on disk. */
const indexMemory = '256MB';

/**
 * Drops foreign keys and secondary indexes, and returns a function that creates them again. Rows are copied several times faster without
 * them: each index is then built once, and each foreign key is checked for all rows at once. On a cluster nothing is dropped, because each
 * change would be sent to every shard.
 */
export async function deferIndexes(client: pg.Client): Promise<(onProgress: (share: number) => void) => Promise<void>> {
  const { rows } = await client.query<{ isCluster: boolean }>(
    'select exists (select 1 from pg_extension where extname = \'citus\') as "isCluster"',
  );
  if (firstOf(rows).isCluster) return async () => {};
  const { rows: foreignKeys } = await client.query<Deferred>(`
    select quote_ident(conname) as name, conrelid::regclass::text as table, pg_get_constraintdef(oid) as definition from pg_constraint
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by conrelid, conname`);
  const { rows: indexes } = await client.query<Deferred>(`
    select i.indexrelid::regclass::text as name, i.indrelid::regclass::text as table,
      replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as definition
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where c.relnamespace = 'public'::regnamespace and not c.relispartition
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)
      and not exists (select 1 from pg_depend d where d.objid = i.indrelid and d.deptype = 'e')
    order by i.indrelid, c.relname`);
  for (const { name, table } of foreignKeys) await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  return async (onProgress) => {
    await client.query(`set local maintenance_work_mem = '${indexMemory}'`);
    const all = [
      ...indexes.map(({ definition }) => definition),
      ...foreignKeys.map(({ name, table, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ];
    for (const [index, statement] of all.entries()) {
      onProgress(index / all.length);
      await client.query(statement);
    }
  };
}
