import pg from 'pg';

export type Column = { name: string; type: string; notNull: boolean; default: string | null; isGenerated: boolean };
export type Table = {
  name: string;
  partitionBy: string | null;
  unlogged: boolean;
  columns: Column[];
  constraints: { name: string; definition: string }[];
  indexes: string[];
  policies: string[];
};
export type Structure = { extensions: string[]; sequences: string[]; functions: string[]; tables: Table[] };

/** Reads the schema `public` from the catalog, without partitions, which are created and dropped at runtime. */
export async function introspect(url: string): Promise<Structure> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const list = async (query: string) => (await client.query<{ it: string }>(query)).rows.map(({ it }) => it);
    const { rows: tables } = await client.query<Omit<Table, 'columns' | 'constraints' | 'indexes' | 'policies'>>(tablesQuery);
    const { rows: columns } = await client.query<Column & { table: string }>(columnsQuery);
    const { rows: constraints } = await client.query<{ table: string; name: string; definition: string }>(constraintsQuery);
    const { rows: indexes } = await client.query<{ table: string; definition: string }>(indexesQuery);
    const { rows: policies } = await client.query<{ table: string; definition: string }>(policiesQuery);
    return {
      extensions: await list(
        "select extname as it from pg_extension where extname not in ('plpgsql', 'citus', 'citus_columnar') order by 1",
      ),
      sequences: await list(
        "select format('create sequence %I start %s;', sequencename, start_value) as it from pg_sequences where schemaname = 'public' order by 1",
      ),
      functions: await list(functionsQuery),
      tables: tables.map((table) => ({
        ...table,
        columns: columns.filter((column) => column.table === table.name),
        constraints: constraints.filter((constraint) => constraint.table === table.name),
        indexes: indexes.filter((index) => index.table === table.name).map(({ definition }) => definition),
        policies: policies.filter((policy) => policy.table === table.name).map(({ definition }) => definition),
      })),
    };
  } finally {
    await client.end();
  }
}

const tablesQuery = `
  select c.relname as name, c.relpersistence = 'u' as unlogged, pg_get_partkeydef(c.oid) as "partitionBy"
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
  order by c.relname`;

const columnsQuery = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
    pg_get_expr(d.adbin, d.adrelid) as default, a.attgenerated <> '' as "isGenerated"
  from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
  order by c.relname, a.attnum`;

const constraintsQuery = `
  select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and not c.relispartition and k.contype <> 'n'
  order by c.relname, k.contype desc, k.conname`;

const indexesQuery = `
  select c.relname as table, pg_get_indexdef(i.indexrelid) as definition
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and not c.relispartition
    and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
  order by c.relname, 2`;

const policiesQuery = `
  select c.relname as table, format('create policy %I on %I using %s', p.polname, c.relname, pg_get_expr(p.polqual, p.polrelid)) as definition
  from pg_policy p join pg_class c on c.oid = p.polrelid
  where c.relnamespace = 'public'::regnamespace and not c.relispartition and c.relrowsecurity
  order by c.relname, p.polname`;

const functionsQuery = `
  select pg_get_functiondef(p.oid) as it from pg_proc p
  where p.pronamespace = 'public'::regnamespace and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by p.proname`;
