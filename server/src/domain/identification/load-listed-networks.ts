import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { directoryReference } from './directory-reference.ts';
import type { SeedOrganization } from './organization-table.ts';

/**
 * Networks `n` that imports assign to companies `c`. The array and `offset 0` keep the planner from reading all companies for a join.
 * Looking up the company of each network would be far slower, because almost all networks are bundled.
 */
export const networksOfImports = sql`(
  select id, name, domain, network_name, country_code, kind from companies
  where id = any(array(select company_id from company_networks)) and origin <> 'seed' offset 0) as c
  join company_networks n on n.company_id = c.id`;

type Row = {
  asn: string;
  id: string;
  name: string;
  domain: string | null;
  network_name: string | null;
  country_code: string | null;
  kind: SeedOrganization['kind'];
};

/** Loads networks that imports assign to companies; they are treated like bundled ones. */
export async function loadListedNetworks(ctx: Context): Promise<SeedOrganization[]> {
  const { rows } = await sql<Row>`
    select n.asn, c.id, c.name, c.domain, c.network_name, c.country_code, c.kind from ${networksOfImports} order by n.asn`.execute(ctx.db);
  return rows.map((row) => ({
    referenceKey: directoryReference({ ...row, domains: [] }).key,
    name: row.name,
    domain: row.domain,
    countryCode: row.country_code,
    city: null,
    industry: null,
    employeeRange: null,
    group: null,
    kind: row.kind,
    asns: [Number(row.asn)],
    aliases: [],
  }));
}
