import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import { completenessOf } from '../companies/completeness.ts';
import { quality } from '../companies/quality.ts';
import { isHandledLead } from '../feeds/handled-lead.ts';
import type { Window } from '../feeds/window.ts';
import { loadPlaces } from '../visits/place.ts';
import type { Lead } from './lead.ts';

type CompanyRow = {
  id: string;
  name: string;
  domain: string | null;
  url: string | null;
  phone_numbers: string[];
  industry_codes: string[];
  industry_names: string[];
  employee_count: number | null;
  employee_range: string | null;
  country_code: string | null;
  city: string | null;
  description: string | null;
  logo_url: string | null;
  vat_id: string | null;
  register_id: string | null;
  revenue: { value: number; currency?: string | null } | null;
  social_media_profiles: Lead['socialMediaProfiles'];
  first_visit_at: Date | null;
  last_visit_at: Date | null;
  assignee_id: string | null;
  emailed_to: string[];
  crm_lead_id: string | null;
  crm_organization_id: string | null;
  tags: string[];
};

type SumRow = { company_id: string; place_id: string; visits: number; page_views: number; deepest_visit: number; newest: Date };

/** Everything about the given leads, in the given order. Those that are not leads of the account are missing in the answer. */
export async function loadLeads(db: Database, accountId: string, companyIds: readonly string[], window: Window | null): Promise<Lead[]> {
  if (companyIds.length === 0) return [];
  const companies = await loadCompanies(db, accountId, companyIds);
  const sums = await loadSums(db, accountId, companyIds, window);
  const sumsByCompany = Map.groupBy(sums, ({ company_id }) => company_id);
  const mainPlaces = new Map([...sumsByCompany].map(([id, own]) => [id, firstOf(own).place_id]));
  const places = await loadPlaces(db, accountId, mainPlaces.values());
  const assignees = await loadEmails(
    db,
    [...companies.values()].flatMap(({ assignee_id }) => assignee_id ?? []),
  );
  return companyIds.flatMap((id) => {
    const company = companies.get(id);
    if (!company) return [];
    const own = sumsByCompany.get(id) ?? [];
    const assigneeEmail = company.assignee_id === null ? null : (assignees.get(company.assignee_id) ?? null);
    return [{ ...leadOf(company, own), assigneeEmail, place: places.get(mainPlaces.get(id) ?? '') ?? null }];
  });
}

function leadOf(company: CompanyRow, sums: SumRow[]): Omit<Lead, 'assigneeEmail' | 'place'> {
  const deepest = sums.reduce((most, { deepest_visit }) => Math.max(most, deepest_visit), 0);
  return {
    id: company.id,
    name: company.name,
    industries: company.industry_names,
    firstVisitAt: company.first_visit_at,
    lastVisitAt: company.last_visit_at,
    isHandled: isHandledLead(company),
    websiteUrl: company.url ?? (company.domain === null ? null : `https://${company.domain}`),
    phone: company.phone_numbers[0] ?? null,
    socialMediaProfiles: company.social_media_profiles,
    employeeCount: company.employee_count,
    employeeRange: company.employee_range,
    crmLeadId: company.crm_lead_id,
    crmOrganizationId: company.crm_organization_id,
    tags: company.tags,
    logoUrl: company.logo_url,
    businessId: company.vat_id ?? company.register_id,
    revenue: company.revenue === null ? null : { value: company.revenue.value, currency: company.revenue.currency ?? null },
    emailedTo: company.emailed_to,
    visits: sums.reduce((sum, { visits }) => sum + visits, 0),
    pageViews: sums.reduce((sum, { page_views }) => sum + page_views, 0),
    newestVisitAt: sums.reduce<Date | null>((newest, row) => (newest === null || row.newest > newest ? row.newest : newest), null),
    quality: quality(deepest, completenessOf(company)).score,
  };
}

async function loadCompanies(db: Database, accountId: string, companyIds: readonly string[]): Promise<Map<string, CompanyRow>> {
  const { rows } = await sql<CompanyRow>`
    select c.id, c.name, c.domain, c.url, c.phone_numbers, c.industry_codes, c.employee_count, c.employee_range, c.country_code, c.city, c.description,
      c.logo_url, c.vat_id, c.register ->> 'id' as register_id, c.revenue, c.social_media_profiles,
      l.first_visit_at, l.last_visit_at, l.assignee_id, l.emailed_to, l.crm_lead_id, l.crm_organization_id,
      array(select i.name from unnest(c.industry_codes) with ordinality as own (code, at) join industries i on i.code = own.code order by own.at) as industry_names,
      array(
        select t.name from lead_tags lt join tags t on t.account_id = ${accountId} and t.id = lt.tag_id
        where lt.account_id = ${accountId} and lt.company_id = l.company_id order by lower(t.name)) as tags
    from leads l join companies c on c.id = l.company_id
    where l.account_id = ${accountId} and l.company_id = any(${companyIds}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Sums by company and place, for each company the place with most visits first; of two equal ones the newer. */
async function loadSums(db: Database, accountId: string, companyIds: readonly string[], window: Window | null): Promise<SumRow[]> {
  const days = window === null ? sql`` : sql`and day between ${window.startDate}::date and ${window.endDate}::date`;
  const { rows } = await sql<SumRow>`
    select company_id, place_id, sum(visits)::int as visits, sum(page_views)::int as page_views, max(deepest_visit) as deepest_visit, max(last_visit_at) as newest
    from company_days
    where account_id = ${accountId} and company_id = any(${companyIds}::bigint[]) ${days}
    group by company_id, place_id
    order by company_id, visits desc, newest desc, place_id`.execute(db);
  return rows;
}

/** Users are kept apart from what accounts own, so they are asked for on their own. */
async function loadEmails(db: Database, userIds: string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [...new Set(userIds)])
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
