import { sql } from 'kysely';
import { advisoryLocks } from '../../lib/advisory-locks.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { itemAt } from '../../lib/item-at.ts';
import { confirmCompany } from '../companies/confirm-company.ts';
import type { Context } from '../context.ts';
import { type CompanyReference, companyReference } from '../identification/company-reference.ts';
import { looksLikeDomain, type SeedOrganization } from '../identification/organization-table.ts';
import { adoptNamedCompanies } from './adopt-named-companies.ts';
import { type Seed, type SeedIndustry, seedFacts } from './seed.ts';

/** Loads the organizations of the seed into the directory. Changes by imports or users are retained. */
export async function loadSeed(ctx: Context, seed: Seed): Promise<{ added: number }> {
  if (await isLoaded(ctx, seed)) return { added: 0 };
  return ctx.db.connection().execute(async (connection) => {
    // Servers that start at the same time wait for the first one instead of loading the seed again.
    await sql`select pg_advisory_lock(${advisoryLocks.seed}::bigint)`.execute(connection);
    try {
      return (await isLoaded(ctx, seed)) ? { added: 0 } : await load(ctx, seed);
    } finally {
      await sql`select pg_advisory_unlock(${advisoryLocks.seed}::bigint)`.execute(connection);
    }
  });
}

async function isLoaded(ctx: Context, { version }: Seed): Promise<boolean> {
  const loaded = await ctx.db.selectFrom('loaded_seeds').select('version').where('version', '=', version).executeTakeFirst();
  return loaded !== undefined;
}

async function load(ctx: Context, seed: Seed): Promise<{ added: number }> {
  const { companies, industries } = seed.read();
  await loadIndustries(ctx, industries);
  await adoptNamedCompanies(ctx, companies, seed.openHolders);
  const existing = await findExistingKeys(ctx, companies);
  const missing = companies.filter((company) => !existing.has(companyReference(company).key));
  await shareOwnedCompanies(ctx, missing);
  if (missing.length > 0) await addCompanies(ctx, missing);
  await addNetworksAndDomains(ctx, companies);
  await analyzeDirectory(ctx);
  await completeFacts(ctx, companies);
  await joinGroups(ctx, companies);
  await ctx.db.deleteFrom('loaded_seeds').execute();
  await ctx.db
    .insertInto('loaded_seeds')
    .values({ version: seed.version, loaded_at: ctx.clock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { added: missing.length };
}

/** Without statistics, as in a new database, the planner expects few companies and compares each with every organization. */
async function analyzeDirectory(ctx: Context) {
  await sql`analyze companies (domain, network_name, owner_account_id, merged_into, group_company_id, origin)`.execute(ctx.db);
  await sql`analyze company_domains`.execute(ctx.db);
}

async function loadIndustries(ctx: Context, industries: SeedIndustry[]) {
  // Parents first, because their children refer to them.
  for (const rows of [industries.filter((row) => row.parentCode === null), industries.filter((row) => row.parentCode !== null)]) {
    if (rows.length === 0) continue;
    await ctx.db
      .insertInto('industries')
      .values(rows.map(({ code, name, parentCode, nace, wz }) => ({ code, name, parent_code: parentCode, nace, wz })))
      .onConflict((conflict) =>
        conflict.column('code').doUpdateSet((row) => ({
          name: row.ref('excluded.name'),
          parent_code: row.ref('excluded.parent_code'),
          nace: row.ref('excluded.nace'),
          wz: row.ref('excluded.wz'),
        })),
      )
      .execute();
  }
}

/** Returns the reference keys of the organizations that are already in the directory. */
async function findExistingKeys(ctx: Context, companies: SeedOrganization[]): Promise<Set<string>> {
  const references = companies.map(companyReference);
  const { rows } = await sql<{ key: string }>`
    select 'domain:' || domain as key from company_domains where domain = any(${domainsOf(references)}::text[])
    union select network_name from companies where network_name = any(${namesOf(references)}::text[])`.execute(ctx.db);
  return new Set(rows.map(({ key }) => key));
}

function domainsOf(references: CompanyReference[]): string[] {
  return references.flatMap(({ domain }) => domain ?? []);
}

function namesOf(references: CompanyReference[]): string[] {
  return references.flatMap(({ domain, key }) => (domain === null ? key : []));
}

/** Moves companies that belonged to a single account into the shared directory. */
async function shareOwnedCompanies(ctx: Context, companies: SeedOrganization[]) {
  const domains = companies.flatMap(({ domain }) => domain ?? []);
  const { rows } = await sql<{ domain: string }>`
    select distinct domain from companies where domain = any(${domains}::text[]) and owner_account_id is not null and merged_into is null`.execute(
    ctx.db,
  );
  const ownedDomains = new Set(rows.map(({ domain }) => domain));
  for (const company of companies) {
    const { domain, name, kind, countryCode } = company;
    if (domain === null || !ownedDomains.has(domain)) continue;
    const id = await confirmCompany(ctx, { domain, name, kind, countryCode, origin: 'seed' });
    if (id !== null) await ctx.db.updateTable('companies').set(seedFacts(company)).where('id', '=', id).execute();
  }
}

async function addCompanies(ctx: Context, companies: SeedOrganization[]) {
  const ids = await ctx.ids.records(ctx.db, companies.length);
  const rows = companies.map((company, index) => ({
    ...seedFacts(company),
    id: itemAt(ids, index),
    network_name: company.domain === null ? companyReference(company).key : null,
  }));
  await ctx.db.transaction().execute(async (transaction) => {
    const droppedIndexes = await dropSearchIndexes(transaction);
    await sql`
      insert into companies (id, name, kind, origin, domain, url, alternative_names, city, country_code, industry_codes, employee_range,
        network_name, updated_at)
      select id, name, kind, origin, domain, url, alternative_names, city, country_code, industry_codes, employee_range, network_name,
        ${ctx.clock.now()}
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as row (id bigint, name text, kind text, origin text, domain text, url text,
        alternative_names text[], city text, country_code text, industry_codes text[], employee_range text, network_name text)
      on conflict do nothing`.execute(transaction);
    await sql`
      insert into company_domains (domain, company_id)
      select domain, id from companies
      where domain = any(${companies.flatMap(({ domain }) => domain ?? [])}::text[]) and owner_account_id is null
      on conflict do nothing`.execute(transaction);
    for (const { definition } of droppedIndexes) await sql.raw(definition).execute(transaction);
  });
}

/** Drops the GIN indexes of an empty directory and returns their definitions: building them once is faster than updating them row by row. */
async function dropSearchIndexes(transaction: Context['db']): Promise<{ definition: string }[]> {
  const company = await transaction.selectFrom('companies').select('id').limit(1).executeTakeFirst();
  if (company) return [];
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = current_schema() and tablename = 'companies' and indexdef like '%USING gin%'`.execute(transaction);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(transaction);
  return rows;
}

/** Includes existing companies, because a newer seed may add networks and domains to them. */
async function addNetworksAndDomains(ctx: Context, companies: SeedOrganization[]) {
  const aliasDomains = companies.flatMap(({ domain, aliases }) =>
    domain === null ? [] : aliases.filter(looksLikeDomain).map((alias) => ({ alias: alias.toLowerCase(), domain })),
  );
  await sql`
    insert into company_domains (domain, company_id)
    select distinct on (given.alias) given.alias, known.company_id
    from unnest(${aliasDomains.map(({ alias }) => alias)}::text[], ${aliasDomains.map(({ domain }) => domain)}::text[]) as given (alias, domain)
    join company_domains known on known.domain = given.domain order by given.alias, known.company_id on conflict do nothing`.execute(
    ctx.db,
  );
  const networks = companies.flatMap((company) => company.asns.map((asn) => ({ asn, ...companyReference(company) })));
  const withDomain = networks.filter(({ domain }) => domain !== null);
  const withName = networks.filter(({ domain }) => domain === null);
  await sql`
    insert into company_networks (asn, company_id)
    select distinct on (given.asn) given.asn, known.company_id
    from unnest(${withDomain.map(({ asn }) => asn)}::bigint[], ${withDomain.map(({ domain }) => domain)}::text[]) as given (asn, domain)
    join company_domains known on known.domain = given.domain order by given.asn, known.company_id on conflict do nothing`.execute(ctx.db);
  await sql`
    insert into company_networks (asn, company_id)
    select distinct on (given.asn) given.asn, coalesce(known.merged_into, known.id)
    from unnest(${withName.map(({ asn }) => asn)}::bigint[], ${withName.map(({ key }) => key)}::text[]) as given (asn, key)
    join companies known on known.network_name = given.key order by given.asn, known.id on conflict do nothing`.execute(ctx.db);
}

/**
 * Updates companies from an earlier seed and companies known from a network registration: the name, unless it has another origin, and
 * missing facts. The kind is updated for companies from a seed only.
 */
async function completeFacts(ctx: Context, companies: SeedOrganization[]) {
  const column = (value: (company: SeedOrganization) => string | null) => companies.filter(({ domain }) => domain !== null).map(value);
  const mayRename = sql`coalesce(known.fact_origins -> 'name' ->> 'origin', 'seed') in ('seed', 'network')`;
  await sql`
    update companies known set
      name = case when ${mayRename} then given.name else known.name end,
      kind = case when known.origin = 'seed' then given.kind else known.kind end,
      url = coalesce(known.url, 'https://' || given.domain),
      city = coalesce(known.city, given.city), country_code = coalesce(known.country_code, given.country_code),
      industry_codes = case when known.industry_codes = '{}' and given.industry is not null then array[given.industry] else known.industry_codes end,
      employee_range = coalesce(known.employee_range, given.employee_range), names_indexed = false, updated_at = ${ctx.clock.now()}
    from unnest(${column(({ domain }) => domain)}::text[], ${column(({ name }) => name)}::text[], ${column(({ kind }) => kind)}::text[],
      ${column(({ city }) => city)}::text[], ${column(({ countryCode }) => countryCode)}::text[], ${column(({ industry }) => industry)}::text[],
      ${column(({ employeeRange }) => employeeRange)}::text[]) as given (domain, name, kind, city, country_code, industry, employee_range)
    where known.domain = given.domain and known.owner_account_id is null and known.merged_into is null and known.origin in ('seed', 'network')
      and ((known.name <> given.name and ${mayRename}) or (known.kind <> given.kind and known.origin = 'seed') or known.url is null
        or (known.city is null and given.city is not null) or (known.country_code is null and given.country_code is not null)
        or (known.industry_codes = '{}' and given.industry is not null) or (known.employee_range is null and given.employee_range is not null))`.execute(
    ctx.db,
  );
}

/** Links subsidiaries to the parent company of their group, unless either already belongs to a group. */
async function joinGroups(ctx: Context, companies: SeedOrganization[]) {
  const groupOf = new Map(companies.flatMap(({ domain, group }) => (domain !== null && group !== null ? [[domain, group] as const] : [])));
  const parentOf = (group: string) => {
    let parent = group;
    for (let steps = 0; steps < 5 && groupOf.has(parent); steps++) parent = getOrThrow(groupOf, parent);
    return parent;
  };
  const members = companies.flatMap((company) =>
    company.group === null ? [] : { ...companyReference(company), parent: parentOf(company.group) },
  );
  const byDomain = members.filter(({ domain }) => domain !== null);
  const byName = members.filter(({ domain }) => domain === null);
  // Two lookups by key, because a single condition with OR would compare every member with every company.
  await sql`
    with given (company_id, parent) as (
      select known.company_id, given.parent
      from unnest(${byDomain.map(({ domain }) => domain)}::text[], ${byDomain.map(({ parent }) => parent)}::text[]) as given (domain, parent)
      join company_domains known on known.domain = given.domain
      union all
      select known.id, given.parent
      from unnest(${byName.map(({ key }) => key)}::text[], ${byName.map(({ parent }) => parent)}::text[]) as given (name, parent)
      join companies known on known.network_name = given.name
    )
    update companies member set group_company_id = parent.id
    from given join company_domains named on named.domain = given.parent join companies parent on parent.id = named.company_id
    where member.id = given.company_id
      and member.owner_account_id is null and member.merged_into is null and member.group_company_id is null and member.id <> parent.id
      and parent.group_company_id is null and parent.merged_into is null
      and not exists (select 1 from companies other where other.group_company_id = member.id)`.execute(ctx.db);
}
