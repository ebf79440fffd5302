import { sql } from 'kysely';
import { allFacts } from '../companies/fact-origins.ts';
import { listReferringAccounts } from '../companies/list-referring-accounts.ts';
import type { Context } from '../context.ts';
import { reattributeRemovedCompaniesJobName, requestReattribution } from './reattribute-removed-companies.ts';
import { recordUndone, type UndoneRecords } from './record-undone.ts';
import { revertAssignments } from './revert-assignments.ts';
import { transferToOtherImports } from './transfer-to-other-imports.ts';
import type { ImportChange } from './undo-import.ts';
import { importOrigin } from './upsert-companies.ts';

/** The columns that contain facts, with their empty values in SQL. */
const emptyFacts: Record<string, string> = {
  alternative_names: "'{}'",
  description: 'null',
  url: 'null',
  alternative_urls: "'{}'",
  email: 'null',
  phone_numbers: "'{}'",
  logo_url: 'null',
  founded_year: 'null',
  legal_form: 'null',
  register: 'null',
  vat_id: 'null',
  street_address: 'null',
  postal_code: 'null',
  city: 'null',
  region: 'null',
  region_code: 'null',
  latitude: 'null',
  longitude: 'null',
  industry_codes: "'{}'",
  employee_count: 'null',
  employee_range: 'null',
  revenue: 'null',
  earnings: 'null',
  net_worth: 'null',
  social_media_profiles: "'{}'",
  keywords: "'{}'",
  customer_orientation: 'null',
  do_not_contact: 'false',
};

const defaultKind = 'business';

/**
 * Removes companies that an import added. Companies that accounts or other data refer to remain without the imported facts, named
 * after their network if it has a name, otherwise after their domain.
 */
export async function removeAddedCompanies(ctx: Context, importId: string, changes: readonly ImportChange[]): Promise<UndoneRecords> {
  const ids = changes.map(({ record_id }) => record_id);
  const referring = await listReferringAccounts(ctx, ids);
  const inUse = new Set(referring.map(({ companyId }) => companyId));
  return ctx.db.transaction().execute(async (trx) => {
    // Another import of these companies is either committed, and found below, or waits for this lock and finds that they are gone.
    await trx.selectFrom('companies').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
    for (const id of await findReferenced({ ...ctx, db: trx }, importId, ids)) inUse.add(id);
    const unused = ids.filter((id) => !inUse.has(id));
    await revertAssignments(trx, importId, ids);
    const successors = await transferToOtherImports(trx, importId, 'company', [...inUse]);
    await stripFacts({ ...ctx, db: trx }, importId, [...inUse], successors);
    await emptyCompanies({ ...ctx, db: trx }, unused);
    const undone = await recordUndone(trx, importId, ids, { removed: unused.length, kept: inUse.size });
    await requestReattribution({ ...ctx, db: trx }, referring);
    const [firstId] = unused;
    if (firstId !== undefined) {
      const key = `${reattributeRemovedCompaniesJobName}:${firstId}`;
      await ctx.jobs.add(trx, reattributeRemovedCompaniesJobName, { companyIds: unused }, { key });
    }
    return undone;
  });
}

/** Returns the companies that other directory records or other imports refer to, and merged ones. */
async function findReferenced(ctx: Context, importId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with given as materialized (select unnest(${ids}::bigint[]) as id), referred as (
      select company_id as id from contacts where company_id in (select id from given)
      union select company_id from signals where company_id in (select id from given)
      union select company_id from financial_reports where company_id in (select id from given)
      union select company_id from company_ip_ranges where company_id in (select id from given)
      union select merged_into from companies where merged_into in (select id from given)
      union select id from companies where id in (select id from given) and merged_into is not null
      union select record_id from import_changes
        where record_id in (select id from given) and record_kind = 'company' and import_id <> ${importId}
    )
    select id::text from referred`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Removes the imported facts. Facts that another import or a user has added since remain. */
async function stripFacts(ctx: Context, importId: string, ids: readonly string[], successors: ReadonlyMap<string, string>): Promise<void> {
  if (ids.length === 0) return;
  const isImported = (column: string) => sql`coalesce(c.fact_origins -> ${column}, c.fact_origins -> '*') ->> 'import' = ${importId}`;
  const facts = Object.entries(emptyFacts).map(
    ([column, empty]) => sql`${sql.ref(column)} = case when ${isImported(column)} then ${sql.raw(empty)} else c.${sql.ref(column)} end`,
  );
  const rows = await ctx.db.selectFrom('companies').select(['id', 'fact_origins']).where('id', 'in', ids).execute();
  const originsById = new Map(rows.map(({ id, fact_origins }) => [id, Object.entries(fact_origins)]));
  const origins = ids.map((id) => {
    const successor = successors.get(id);
    const others = Object.fromEntries((originsById.get(id) ?? []).filter(([, origin]) => origin.import !== importId));
    return JSON.stringify(successor === undefined ? others : { ...others, [allFacts]: importOrigin(ctx.clock.now(), successor) });
  });
  // If a company known by its network name was merged into this one, this one takes that name and loses the imported domain.
  await sql`
    delete from company_domains d using companies c, companies named
    where c.id = any(${ids}::bigint[]) and d.company_id = c.id and d.domain = c.domain and ${isImported('domain')}
      and named.merged_into = c.id and named.network_name is not null`.execute(ctx.db);
  await sql`
    update companies c set ${sql.join(facts)},
      name = case when ${isImported('name')} then coalesce(named.name, c.domain, c.name) else c.name end,
      country_code = case when ${isImported('country_code')} then named.country_code else c.country_code end,
      kind = case when ${isImported('kind')} then coalesce(named.kind, ${defaultKind}) else c.kind end,
      domain = case when ${isImported('domain')} and named.id is not null then null else c.domain end,
      fact_origins = given.origins,
      origin = case when given.has_successor then c.origin else 'network' end, names_indexed = false, updated_at = ${ctx.clock.now()}
    from unnest(${ids}::bigint[], ${origins}::jsonb[], ${ids.map((id) => successors.has(id))}::boolean[]) as given (id, origins, has_successor)
    left join lateral (select m.id, m.name, m.country_code, m.kind from companies m
      where m.merged_into = given.id and m.network_name is not null order by m.id limit 1) as named on true
    where c.id = given.id and c.merged_into is null`.execute(ctx.db);
  await takeNetworkNames(ctx, importId, ids);
  await clearReplacedFacts(ctx, importId, ids);
  await deleteParts(ctx, ids, ['company_name_keys']);
  await deleteUnrecordedIds(ctx, importId, ids);
}

/** Deletes the external ids that no other import assigned. Imports of earlier versions did not record those of the companies they added. */
async function deleteUnrecordedIds({ db }: Pick<Context, 'db'>, importId: string, ids: readonly string[]): Promise<void> {
  const merged = await db.selectFrom('companies').select('id').where('merged_into', 'in', ids).execute();
  // Selected first, because Citus does not delete from a replicated table by the rows of a local one.
  const { rows: recorded } = await sql<{ external_id: string }>`
    select distinct substr(key, length('external_id:') + 1) as external_id
    from import_changes other cross join lateral jsonb_object_keys(other.before) as key
    where other.record_id = any(${[...ids, ...merged.map(({ id }) => id)]}::bigint[]) and other.record_kind = 'company'
      and other.import_id <> ${importId} and key like 'external\\_id:%'`.execute(db);
  await sql`
    delete from company_external_ids
    where company_id = any(${ids}::bigint[]) and external_id <> all(${recorded.map(({ external_id }) => external_id)}::text[])`.execute(db);
}

/**
 * Moves the network names of merged companies to the companies they were merged into, if no import describes those anymore. Only companies
 * with a network name are matched when the directory is imported again.
 */
async function takeNetworkNames({ db }: Pick<Context, 'db'>, importId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string; named_id: string; network_name: string }>`
    select distinct on (c.id) c.id, named.id as named_id, named.network_name
    from companies c join companies named on named.merged_into = c.id and named.network_name is not null
    where c.id = any(${ids}::bigint[]) and c.domain is null and c.network_name is null and c.merged_into is null
      and not exists (select 1 from import_changes other
        where other.record_kind = 'company' and other.record_id = c.id and other.import_id <> ${importId})
    order by c.id, named.id`.execute(db);
  if (rows.length === 0) return;
  await sql`update companies set network_name = null where id = any(${rows.map(({ named_id }) => named_id)}::bigint[])`.execute(db);
  await sql`
    update companies c set network_name = given.network_name
    from unnest(${rows.map(({ id }) => id)}::bigint[], ${rows.map((row) => row.network_name)}::text[]) as given (id, network_name)
    where c.id = given.id`.execute(db);
}

/** Later imports recorded facts of this import as replaced. Clears these records, so that undoing a later import does not restore them. */
async function clearReplacedFacts(ctx: Context, importId: string, ids: readonly string[]): Promise<void> {
  const emptyValues = Object.entries({ ...emptyFacts, country_code: 'null' }).map(([column, sqlText]) => [column, jsonOf(column, sqlText)]);
  const empty = { ...Object.fromEntries(emptyValues), kind: defaultKind };
  const isForgotten = sql`fact.key like 'origin:%' and fact.value ->> 'import' = ${importId}`;
  // Selected first, because Citus cannot plan an update of a local table with subqueries that also reads a replicated table.
  const named = await ctx.db
    .selectFrom('companies')
    .select(['id', 'domain', sql<string>`coalesce(domain, name)`.as('name')])
    .where('id', 'in', ids)
    .execute();
  await sql`
    update import_changes later set before = later.before || (
      select jsonb_object_agg(fact.key, null) || jsonb_object_agg(substr(fact.key, 8), empty.facts -> substr(fact.key, 8))
      from jsonb_each(later.before) as fact
      cross join (select ${JSON.stringify(empty)}::jsonb
        || jsonb_build_object('name', c.name, 'domain', c.domain) as facts) as empty
      where ${isForgotten})
    from unnest(${named.map(({ id }) => id)}::bigint[], ${named.map(({ name }) => name)}::text[], ${named.map(({ domain }) => domain)}::text[])
      as c (id, name, domain)
    where c.id = later.record_id and later.record_kind = 'company' and later.record_id = any(${ids}::bigint[]) and later.import_id <> ${importId}
      and exists (select 1 from jsonb_each(later.before) as fact where ${isForgotten})`.execute(ctx.db);
}

function jsonOf(column: string, sqlText: string): unknown {
  if (sqlText !== "'{}'") return JSON.parse(sqlText);
  return column === 'social_media_profiles' ? {} : [];
}

/** Empties the rows instead of deleting them: a delete would make the database look for references in the tables of all accounts. */
async function emptyCompanies(ctx: Context, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await deleteParts(ctx, ids, ['company_name_keys', 'company_locations', 'company_external_ids', 'company_domains', 'company_networks']);
  await sql`delete from company_candidates where company_id = any(${ids}::bigint[]) or candidate_id = any(${ids}::bigint[])`.execute(
    ctx.db,
  );
  await sql`update companies set group_company_id = null where group_company_id = any(${ids}::bigint[])`.execute(ctx.db);
  const facts = Object.entries(emptyFacts).map(([column, empty]) => `${column} = ${empty}`);
  await sql`
    update companies set ${sql.raw(facts.join(', '))}, owner_account_id = 0, name = '', domain = null, country_code = null, origin = 'deleted',
      group_company_id = null, fact_origins = '{}', updated_at = ${ctx.clock.now()}
    where id = any(${ids}::bigint[])`.execute(ctx.db);
}

async function deleteParts(ctx: Context, ids: readonly string[], tables: readonly string[]): Promise<void> {
  for (const table of tables) await sql`delete from ${sql.table(table)} where company_id = any(${ids}::bigint[])`.execute(ctx.db);
}
