import { type NotNull, sql } from 'kysely';
import { mergeCompanies } from '../company-merges/merge-companies.ts';
import type { Context } from '../context.ts';
import { companyReference } from '../identification/company-reference.ts';
import { displayName, nameKey } from '../identification/organization-name.ts';
import { looksLikeDomain, type SeedOrganization } from '../identification/organization-table.ts';
import { type Seed, seedFacts } from './seed.ts';

/**
 * Turns companies known only by the registered name of their network into organizations of the seed. They retain their ids and leads and
 * get a domain and facts. If the organization is already in the directory, the two companies are merged.
 */
export async function adoptNamedCompanies(
  ctx: Context,
  companies: readonly SeedOrganization[],
  openHolders: Seed['openHolders'],
): Promise<void> {
  const networkCompanies = await ctx.db
    .selectFrom('companies')
    .select(['id', 'network_name'])
    .where('network_name', 'is not', null)
    .where('domain', 'is', null)
    .where('merged_into', 'is', null)
    .where('origin', '=', 'network')
    .orderBy('id')
    .$narrowType<{ network_name: NotNull }>()
    .execute();
  if (networkCompanies.length === 0) return;
  const organizations = organizationsByOldKey(companies, await openHolders());
  for (const { id, network_name } of networkCompanies) {
    const organization = organizations.get(network_name);
    if (organization) await adopt(ctx, id, organization);
  }
}

/** Maps old keys, which were derived from registered names, and the keys of names and aliases to organizations; null if ambiguous. */
function organizationsByOldKey(
  companies: readonly SeedOrganization[],
  holderOf: Awaited<ReturnType<Seed['openHolders']>>,
): Map<string, SeedOrganization | null> {
  const organizations = new Map<string, SeedOrganization | null>();
  const add = (name: string, countryCode: string | null, organization: SeedOrganization) => {
    if (nameKey(name) === '') return;
    const { key } = companyReference({ domain: null, name, countryCode });
    const other = organizations.get(key);
    organizations.set(key, other === undefined || other === organization ? organization : null);
  };
  for (const organization of companies) {
    for (const name of [organization.name, ...organization.aliases.filter((alias) => !looksLikeDomain(alias))])
      add(name, organization.countryCode, organization);
    for (const asn of organization.asns) {
      const holder = holderOf(asn);
      if (holder?.organization != null) add(displayName(holder.organization), holder.countryCode, organization);
    }
  }
  return organizations;
}

async function adopt(ctx: Context, id: string, organization: SeedOrganization): Promise<void> {
  const { key, domain } = companyReference(organization);
  const { rows } = await sql<{ id: string }>`
    select coalesce(c.merged_into, c.id) as id from company_domains d join companies c on c.id = d.company_id where d.domain = ${domain}
    union select coalesce(merged_into, id) from companies where network_name = ${domain === null ? key : null}`.execute(ctx.db);
  const existing = rows.find((row) => row.id !== id);
  if (existing) return mergeCompanies(ctx, id, existing.id);
  // An organization without a domain is found by its own key. Otherwise the old key remains, because past verdicts refer to it.
  const named = domain === null ? { network_name: key } : {};
  const facts = { ...seedFacts(organization), ...named, updated_at: ctx.clock.now() };
  await ctx.db.updateTable('companies').set(facts).where('id', '=', id).execute();
  if (domain !== null) {
    await ctx.db
      .insertInto('company_domains')
      .values({ domain, company_id: id })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}
