import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { looksLikeDomain } from '../identification/organization-directory.ts';
import { confirmCompany } from './confirm-company.ts';

export type SeedCompany = {
  name: string;
  domain: string | null;
  countryCode: string | null;
  industry: string | null;
  employeeRange: string | null;
  kind: string;
  asns: number[];
  aliases: string[];
};
export type SeedIndustry = { code: string; name: string; parentCode: string | null; nace: string[]; wz: string[] };
export type Seed = { companies: SeedCompany[]; industries: SeedIndustry[] };

/** Puts the organisations that come with Leadlight into the directory. What an import or a person changed stays. */
export async function loadSeed(ctx: Context, { companies, industries }: Seed): Promise<{ added: number }> {
  // Groups come before their members, because a member refers to its group.
  for (const rows of [industries.filter((row) => row.parentCode === null), industries.filter((row) => row.parentCode !== null)]) {
    if (rows.length === 0) continue;
    await ctx.db
      .insertInto('industries')
      .values(rows.map(({ code, name, parentCode, nace, wz }) => ({ code, name, parent_code: parentCode, nace, wz })))
      .onConflict((conflict) =>
        conflict
          .column('code')
          .doUpdateSet((row) => ({ name: row.ref('excluded.name'), nace: row.ref('excluded.nace'), wz: row.ref('excluded.wz') })),
      )
      .execute();
  }
  const ours = companies.flatMap(({ domain }) => domain ?? []);
  const known = await sql<{ domain: string }>`select domain from company_domains where domain = any(${ours}::text[])`.execute(ctx.db);
  const domains = new Set(known.rows.map(({ domain }) => domain));
  const missing = companies.filter(({ domain }) => domain !== null && !domains.has(domain));
  await confirmNamed(ctx, missing);
  for (let from = 0; from < missing.length; from += 500) await addCompanies(ctx, missing.slice(from, from + 500));
  // A newer version may know more networks and domains of a company that is there already.
  for (let from = 0; from < companies.length; from += 500) await addNetworksAndDomains(ctx, companies.slice(from, from + 500));
  return { added: missing.length };
}

/** Shares those that an account has had to itself until now. */
async function confirmNamed(ctx: Context, companies: SeedCompany[]) {
  const domains = companies.flatMap(({ domain }) => domain ?? []);
  const { rows } = await sql<{ domain: string }>`
    select distinct domain from companies where domain = any(${domains}::text[]) and owner_account_id is not null and merged_into is null`.execute(
    ctx.db,
  );
  const named = new Set(rows.map(({ domain }) => domain));
  for (const company of companies.filter(({ domain }) => named.has(domain!))) {
    const { domain, name, kind, countryCode } = company;
    const id = await confirmCompany(ctx, { domain: domain!, name, kind, countryCode, origin: 'seed' });
    if (id !== null) await ctx.db.updateTable('companies').set(factsOf(company)).where('id', '=', id).execute();
  }
}

function factsOf({ name, kind, domain, aliases, countryCode, industry, employeeRange }: SeedCompany) {
  return {
    name,
    kind,
    origin: 'seed',
    domain,
    url: `https://${domain}`,
    alternative_names: aliases.filter((alias) => !looksLikeDomain(alias)),
    country_code: countryCode,
    industry_codes: industry === null ? [] : [industry],
    employee_range: employeeRange,
  };
}

async function addCompanies(ctx: Context, companies: SeedCompany[]) {
  const ids = await ctx.ids.records(ctx.db, companies.length);
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('companies')
    .values(companies.map((company, at) => ({ ...factsOf(company), id: ids[at]!, updated_at: now })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await sql`
    insert into company_domains (domain, company_id)
    select domain, id from companies where domain = any(${companies.map(({ domain }) => domain)}::text[]) and owner_account_id is null on conflict do nothing`.execute(
    ctx.db,
  );
}

async function addNetworksAndDomains(ctx: Context, companies: SeedCompany[]) {
  const further = companies.flatMap(({ domain, aliases }) =>
    aliases.filter(looksLikeDomain).map((alias) => ({ alias: alias.toLowerCase(), domain })),
  );
  await sql`
    insert into company_domains (domain, company_id)
    select distinct on (given.alias) given.alias, known.company_id
    from unnest(${further.map(({ alias }) => alias)}::text[], ${further.map(({ domain }) => domain)}::text[]) as given (alias, domain)
    join company_domains known on known.domain = given.domain order by given.alias, known.company_id on conflict do nothing`.execute(
    ctx.db,
  );
  await sql`
    insert into company_networks (asn, company_id)
    select distinct on (given.asn) given.asn, known.company_id
    from unnest(${companies.flatMap(({ asns }) => asns)}::bigint[], ${companies.flatMap(({ asns, domain }) => asns.map(() => domain))}::text[]) as given (asn, domain)
    join company_domains known on known.domain = given.domain order by given.asn, known.company_id on conflict do nothing`.execute(ctx.db);
}
