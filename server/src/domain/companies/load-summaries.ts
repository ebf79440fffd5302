import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { doNotContact } from './do-not-contact.ts';

export type CompanySummary = {
  id: string;
  name: string;
  url: string | null;
  domain: string | null;
  logo_url: string | null;
  employee_range: string | null;
  industries: { code: string; name: string; nace: string[]; wz: string[] }[] | null;
  street_address: string | null;
  postal_code: string | null;
  city: string | null;
  region: string | null;
  region_code: string | null;
  country_code: string | null;
  latitude: number | null;
  longitude: number | null;
  revenue: unknown;
  do_not_contact: boolean;
  num_contacts: number;
};

/** Loads the fields that are visible before a company is revealed. */
export async function loadSummaries(ctx: Context, accountId: string, companyIds: readonly string[]): Promise<Map<string, CompanySummary>> {
  if (companyIds.length === 0) return new Map();
  const { rows } = await sql<CompanySummary>`
    select c.id, c.name, c.url, c.domain, c.logo_url, c.employee_range, c.street_address, c.postal_code, c.city, c.region, c.region_code,
      c.country_code, c.latitude, c.longitude, c.revenue, ${doNotContact(accountId)} as do_not_contact,
      (select json_agg(json_build_object('code', i.code, 'name', i.name, 'nace', i.nace, 'wz', i.wz) order by array_position(c.industry_codes, i.code))
        from industries i where i.code = any(c.industry_codes)) as industries,
      (select count(*)::int from contacts k where k.company_id = c.id) as num_contacts
    from companies c where c.id = any(${companyIds}::bigint[])`.execute(ctx.db);
  return new Map(rows.map((row) => [row.id, row]));
}
