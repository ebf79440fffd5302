import { type RawBuilder, sql } from 'kysely';
import { plainArray, textArray } from '../../lib/array-literal.ts';
import { itemAt } from '../../lib/item-at.ts';
import { allFacts } from '../companies/fact-origins.ts';
import { addNameWords, type StoredWords } from '../companies/index-company-names.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { CompanyRow } from './company-row.ts';

/** The columns that an import may set, with their types. */
const columnTypes: Record<string, string> = {
  name: 'text',
  kind: 'text',
  alternative_names: 'text[]',
  description: 'text',
  url: 'text',
  alternative_urls: 'text[]',
  email: 'text',
  phone_numbers: 'text[]',
  logo_url: 'text',
  founded_year: 'int',
  legal_form: 'text',
  register: 'jsonb',
  vat_id: 'text',
  street_address: 'text',
  postal_code: 'text',
  city: 'text',
  region: 'text',
  region_code: 'text',
  country_code: 'text',
  latitude: 'float8',
  longitude: 'float8',
  industry_codes: 'text[]',
  employee_count: 'int',
  employee_range: 'text',
  revenue: 'jsonb',
  earnings: 'jsonb',
  net_worth: 'jsonb',
  social_media_profiles: 'jsonb',
  keywords: 'text[]',
  customer_orientation: 'text',
  do_not_contact: 'boolean',
  domain: 'text',
};

const defaults: Record<string, string> = {
  kind: "'business'",
  alternative_names: "'{}'",
  alternative_urls: "'{}'",
  phone_numbers: "'{}'",
  industry_codes: "'{}'",
  social_media_profiles: "'{}'",
  keywords: "'{}'",
  do_not_contact: 'false',
};

/** Published directories do not spell these values in a uniform way, so a value that differs only in letter case is not replaced. */
const spelledValue = (column: string) =>
  `case when g.source <> 'own' and lower(g.${column}) = lower(c.${column}) then c.${column} else g.${column} end`;

/** Registers of legal entities contain full names, with legal forms, so those of a known company are kept. */
const keepsName = "g.source = 'register' and c.domain is not null";

/** Values that depend on the stored one. The register is an object of which a line may contain only some values; null if it contains none. */
const mergedValues: Record<string, string> = {
  register: "coalesce(c.register, '{}') || g.register",
  ...Object.fromEntries(['street_address', 'city', 'region'].map((column) => [column, spelledValue(column)])),
  name: `case when ${keepsName} then c.name else ${spelledValue('name')} end`,
  alternative_names: `case when ${keepsName} then c.alternative_names || array(select one from unnest(g.alternative_names) as one where one <> all (c.alternative_names))
    else g.alternative_names end`,
};

/** Types that cannot be sent as an array with one value per row; their values are sent as text and cast. */
const typesSentAsText = new Set(['text[]', 'jsonb']);

export type ExistingCompany = { id: string; row: CompanyRow };

/** Adds new companies to the directory in a few statements, without the words of their names. Returns their ids in order. */
export async function insertCompanies(ctx: Context, rows: readonly CompanyRow[], importId: string | null): Promise<string[]> {
  if (rows.length === 0) return [];
  const ids = await ctx.ids.records(ctx.db, rows.length);
  const now = ctx.clock.now();
  const hasDomain = rows.some(({ domain }) => domain !== undefined);
  const columns = columnsIn([{ name: true, ...(hasDomain && { domain: true }) }, ...rows.map((row) => row.columns)]);
  const values = columns.map((column) => {
    const value = typesSentAsText.has(columnTypes[column] ?? '') ? `g.${column}::${columnTypes[column]}` : `g.${column}`;
    return defaults[column] ? `coalesce(${value}, ${defaults[column]})` : value;
  });
  const origins = JSON.stringify({ [allFacts]: importOrigin(now, importId) });
  // The database takes half as long to read arrays as to read JSON.
  const arrays = columns.map((column) => arrayOf(column, rows));
  await sql`
    insert into companies (id, ${columnList(columns)}, origin, fact_origins, names_indexed, updated_at)
    select g.id, ${sql.raw(values.join(', '))}, 'import', ${origins}::jsonb, true, ${now}
    from unnest(${plainArray(ids)}::bigint[], ${sql.join(arrays)}) as g (id, ${columnList(columns)})`.execute(ctx.db);
  const added = rows.map((row, index) => ({ id: itemAt(ids, index), row }));
  const withDomain = added
    .flatMap(({ id, row: { domain } }) => (domain === undefined ? [] : { id, domain }))
    .sort(compareBy(({ domain }) => domain));
  await sql`
    insert into company_domains (domain, company_id)
    select * from unnest(${textArray(withDomain.map(({ domain }) => domain))}::text[], ${plainArray(withDomain.map(({ id }) => id))}::bigint[])`.execute(
    ctx.db,
  );
  await addNameKeys(ctx, added, sql``);
  await addExternalIds(ctx, added);
  if (importId !== null) {
    const externalIds = textArray(rows.map(({ externalId = null }) => externalId));
    await sql`
      insert into import_changes (import_id, record_kind, record_id, is_added, before)
      select ${importId}::bigint, 'company', g.id, true,
        case when g.external_id is not null then jsonb_build_object('external_id:' || g.external_id, null) end
      from unnest(${plainArray(ids)}::bigint[], ${externalIds}::text[]) as g (id, external_id)`.execute(ctx.db);
  }
  return ids;
}

/** Updates companies of the directory. Fields without a value remain unchanged; replaced values are recorded for an undo. */
export async function updateCompanies(
  ctx: Context,
  existing: readonly ExistingCompany[],
  importId: string | null,
  stored?: StoredWords,
): Promise<void> {
  if (existing.length === 0) return;
  const now = ctx.clock.now();
  const given = existing.map(({ id, row }) => ({ id, ...factsOf(row) }));
  const columns = columnsIn(given);
  if (importId !== null) await recordReplacedFacts(ctx, existing, importId);
  const changes = columns.map((column) => `${column} = coalesce(${mergedValues[column] ?? `g.${column}`}, c.${column}), `);
  const origins = given.map(({ id: _id, ...facts }) =>
    Object.fromEntries(Object.keys(facts).map((column) => [column, importOrigin(now, importId)])),
  );
  const documents = given.map((facts, index) => {
    const { domain, source } = itemAt(existing, index).row;
    return { ...facts, domain, source, fact_origins: origins[index] };
  });
  // The domain already belongs to the company. It becomes the main domain only if the company has none.
  const { numAffectedRows } = await sql`
    update companies c set ${sql.raw(changes.join(''))} domain = coalesce(c.domain, g.domain), updated_at = ${now},
      fact_origins = c.fact_origins || case when ${sql.raw(keepsName)} then g.fact_origins - 'name' else g.fact_origins end
        || case when coalesce(c.domain, g.domain) = g.domain then ${JSON.stringify({ domain: importOrigin(now, importId) })}::jsonb else '{}' end
    from json_to_recordset(${JSON.stringify(documents)}::json) as g (id bigint, source text,
      ${columnDefinitions([...columns, 'domain', 'fact_origins'])})
    where c.id = g.id and c.owner_account_id is null`.execute(ctx.db);
  if (numAffectedRows !== BigInt(existing.length)) throw new Problem('conflict', 'the company was removed by the undo of another import');
  await addNewNames(ctx, existing, stored);
  await addExternalIds(ctx, existing);
}

/**
 * Records replaced values for an undo. Does not overwrite values that were recorded for an earlier line of the same import, except those in
 * `assigned`.
 */
export async function recordReplacedValues(
  ctx: Context,
  importId: string | null,
  companyId: string,
  before: object,
  assigned: object = {},
): Promise<void> {
  if (importId === null) return;
  await sql`
    insert into import_changes as recorded (import_id, record_kind, record_id, is_added, before)
    values (${importId}, 'company', ${companyId}, false, ${JSON.stringify({ ...before, ...assigned })}::jsonb)
    on conflict (import_id, record_kind, record_id) do update
      set before = excluded.before || coalesce(recorded.before, '{}') || ${JSON.stringify(assigned)}::jsonb`.execute(ctx.db);
}

/** Records replaced facts, and the domain and external id of each line, even if the company already had them: see `revertAssignments`. */
async function recordReplacedFacts(ctx: Context, existing: readonly ExistingCompany[], importId: string): Promise<void> {
  const given = existing.map(({ id, row }) => ({
    id,
    columns: [...Object.keys(factsOf(row)), ...(row.domain === undefined ? [] : ['domain'])],
    domain: row.domain,
    external_id: row.externalId,
    source: row.source,
  }));
  await sql`
    insert into import_changes as recorded (import_id, record_kind, record_id, is_added, before)
    select ${importId}::bigint, 'company', c.id, false, before.values
      || case when g.domain is not null then jsonb_build_object('domain:' || g.domain, c.id::text) else '{}' end
      || case when g.external_id is not null and coalesce(owner.id, c.id) = c.id
        then jsonb_build_object('external_id:' || g.external_id, owner.id::text) else '{}' end
    from json_to_recordset(${JSON.stringify(given)}::json) as g (id bigint, columns text[], domain text, external_id text, source text)
    join companies c on c.id = g.id
    cross join lateral (select to_jsonb(c.*) as record) as old
    cross join lateral (
      select coalesce(jsonb_object_agg(name, old.record -> name), '{}')
        || coalesce(jsonb_object_agg('origin:' || name, coalesce(c.fact_origins -> name, c.fact_origins -> '*')), '{}') as values
      from unnest(g.columns) as name
      where case name when 'domain' then coalesce(c.domain, g.domain) = g.domain when 'name' then not (${sql.raw(keepsName)}) else true end) as before
    cross join lateral (select (select e.company_id from company_external_ids e where e.external_id = g.external_id) as id) as owner
    on conflict (import_id, record_kind, record_id) do update set before = excluded.before || coalesce(recorded.before, '{}')`.execute(
    ctx.db,
  );
}

/** Adds the keys and words of new names. Keys of former names remain, because evidence may still contain these names. */
async function addNewNames(ctx: Context, existing: readonly ExistingCompany[], stored?: StoredWords): Promise<void> {
  const renamed = existing.filter(({ row }) => row.name !== undefined || row.columns.alternative_names !== undefined);
  await addNameKeys(ctx, renamed, sql`on conflict do nothing`);
  await addWords(
    ctx,
    renamed.map(({ row }) => row),
    stored,
  );
}

/** Stores the words of the names. */
export async function addWords(ctx: Context, rows: readonly CompanyRow[], stored?: StoredWords): Promise<void> {
  const named = rows.map(({ name = '', columns }) => ({
    name,
    alternative_names: (columns.alternative_names as string[] | undefined) ?? [],
  }));
  await addNameWords(ctx.db, named, stored);
}

async function addNameKeys(ctx: Context, companies: readonly ExistingCompany[], onConflict: RawBuilder<unknown>): Promise<void> {
  const keys = companies
    .flatMap(({ id, row }) => row.nameKeys.map(({ key, isMain }) => ({ key, isMain, id })))
    .sort(compareBy(({ key }) => key));
  await sql`
    insert into company_name_keys (name_key, company_id, is_main)
    select * from unnest(${textArray(keys.map(({ key }) => key))}::text[], ${plainArray(keys.map(({ id }) => id))}::bigint[],
      ${plainArray(keys.map(({ isMain }) => isMain))}::boolean[])
    ${onConflict}`.execute(ctx.db);
}

async function addExternalIds(ctx: Context, companies: readonly ExistingCompany[]): Promise<void> {
  const identified = companies.filter(({ row }) => row.externalId !== undefined);
  if (identified.length === 0) return;
  await sql`
    insert into company_external_ids (external_id, company_id)
    select * from unnest(${identified.map(({ row }) => row.externalId)}::text[], ${identified.map(({ id }) => id)}::bigint[])
    on conflict do nothing`.execute(ctx.db);
}

function factsOf({ name, columns }: CompanyRow): Record<string, unknown> {
  return name === undefined ? columns : { name, ...columns };
}

/** The origin of facts that an import states. */
export function importOrigin(now: Date, importId: string | null) {
  return { origin: 'import', at: now.toISOString(), ...(importId === null ? {} : { import: importId }) };
}

/**
 * Compares by text, for sorting. Adjacent lines of a file are far apart in an index by text; inserting in the order of the index reads far
 * fewer pages.
 */
function compareBy<Item>(keyOf: (item: Item) => string): (one: Item, other: Item) => number {
  return (one, other) => (keyOf(one) < keyOf(other) ? -1 : keyOf(one) > keyOf(other) ? 1 : 0);
}

/** The columns that any of the records has, in a fixed order. */
function columnsIn(records: readonly object[]): string[] {
  const given = new Set<string>();
  for (const record of records) for (const column in record) given.add(column);
  return Object.keys(columnTypes).filter((column) => given.has(column));
}

function givenValue({ name, domain, columns }: CompanyRow, column: string): unknown {
  return column === 'name' ? name : column === 'domain' ? domain : columns[column];
}

/** The values of a column, one per row. */
function arrayOf(column: string, rows: readonly CompanyRow[]): RawBuilder<unknown> {
  const type = columnTypes[column] ?? 'text';
  const textIn = type === 'jsonb' ? JSON.stringify : type === 'text[]' ? (value: unknown) => textArray(value as string[]) : String;
  const values = rows.map((row) => {
    const value = givenValue(row, column);
    return value === undefined || value === null ? null : textIn(value);
  });
  return sql`${textArray(values)}::${sql.raw(typesSentAsText.has(type) ? 'text' : type)}[]`;
}

function columnList(columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => sql.ref(column)));
}

function columnDefinitions(columns: readonly string[]): RawBuilder<unknown> {
  return sql.raw(columns.map((column) => `${column} ${columnTypes[column] ?? 'jsonb'}`).join(', '));
}
