import type { Context } from '../context.ts';
import type { SeedOrganization } from './organization-table.ts';

/** Loads networks that imports assign to companies; they are treated like bundled ones. */
export async function loadListedNetworks(ctx: Context): Promise<SeedOrganization[]> {
  const rows = await ctx.db
    .selectFrom('company_networks as network')
    .innerJoin('companies as company', 'company.id', 'network.company_id')
    .select(['network.asn', 'company.name', 'company.domain', 'company.country_code', 'company.kind'])
    .where('company.origin', '<>', 'seed')
    .where('company.domain', 'is not', null)
    .orderBy('network.asn')
    .execute();
  return rows.map(({ asn, name, domain, country_code, kind }) => ({
    name,
    domain,
    countryCode: country_code,
    city: null,
    industry: null,
    employeeRange: null,
    group: null,
    kind: kind,
    asns: [Number(asn)],
    aliases: [],
  }));
}
