import type pg from 'pg';

export type CopiedTable = { schema: string; name: string; columns: string[] };

/**
 * Not copied: applied migrations are in the manifest, graphile-worker creates its own version table, and the other tables are caches
 * (rollups of intervals, lead counts of feeds, and change markers).
 */
const excludedTables = new Set([
  'public.migrations',
  'graphile_worker.migrations',
  'public.lead_windows',
  'public.lead_window_rollups',
  'public.lead_changes',
  'public.feed_counts',
  'public.account_changes',
]);

/** Lists copied tables with their columns, ordered so that foreign keys only refer to earlier tables. Partitions belong to their parent. */
export async function listTables(client: pg.Client): Promise<CopiedTable[]> {
  const { rows } = await client.query<CopiedTable>(`
    select n.nspname as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where n.nspname in ('public', 'graphile_worker') and c.relkind in ('r', 'p') and not c.relispartition
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.deptype = 'e')
    group by 1, 2 order by 1, 2`);
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select distinct cn.nspname || '.' || c.relname as "from", tn.nspname || '.' || t.relname as "to"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace cn on cn.oid = c.relnamespace
    join pg_class t on t.oid = k.confrelid join pg_namespace tn on tn.oid = t.relnamespace
    where k.contype = 'f' and k.conrelid <> k.confrelid`);
  const needs = Map.groupBy(references, ({ from }) => from);
  const byKey = new Map(rows.filter((table) => !excludedTables.has(keyOf(table))).map((table) => [keyOf(table), table]));
  const ordered = new Set<CopiedTable>();
  const visit = (key: string, ancestors: string[]) => {
    const table = byKey.get(key);
    if (!table || ordered.has(table) || ancestors.includes(key)) return;
    for (const { to } of needs.get(key) ?? []) visit(to, [...ancestors, key]);
    ordered.add(table);
  };
  for (const key of byKey.keys()) visit(key, []);
  return [...ordered];
}

export function keyOf({ schema, name }: { schema: string; name: string }): string {
  return `${schema}.${name}`;
}

/** The quoted, qualified table name. */
export function quoted(client: pg.Client, { schema, name }: { schema: string; name: string }): string {
  return `${client.escapeIdentifier(schema)}.${client.escapeIdentifier(name)}`;
}

export function quotedColumns(client: pg.Client, columns: string[]): string {
  return columns.map((column) => client.escapeIdentifier(column)).join(', ');
}
