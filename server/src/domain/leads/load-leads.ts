import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { entriesOf } from '../../lib/entries-of.ts';
import { completenessOf } from '../companies/completeness.ts';
import { doNotContact } from '../companies/do-not-contact.ts';
import { originOfEachFact } from '../companies/fact-origins.ts';
import { isHandledLead } from '../feeds/is-handled-lead.ts';
import type { VisitInterval } from '../feeds/visit-interval.ts';
import { scoreCompanies } from '../icps/score-companies.ts';
import type { Place } from '../visits/place.ts';
import type { CompanyProfile, Lead, LeadActivity, LeadPart, LeadParts } from './lead.ts';
import { leadQuality } from './lead-quality.ts';
import { type LeadTotals, loadLeadTotals } from './load-lead-totals.ts';

type LeadRow = {
  id: string;
  name: string;
  domain: string | null;
  url: string | null;
  logo_url: string | null;
  industry_codes: string[];
  employee_range: string | null;
  country_code: string | null;
  city: string | null;
  phone_numbers: string[];
  description: string | null;
  revenue: unknown;
  visits: number;
  page_views: number;
  first_visit_at: Date | null;
  last_visit_at: Date | null;
  assignee_id: string | null;
  followed: boolean;
  hidden: boolean;
  emailed_to: string[];
  crm_lead_id: string | null;
  crm_organization_id: string | null;
  tag_ids: string[];
  place: Place | null;
  profile?: CompanyProfile;
  origins?: Parameters<typeof originOfEachFact>[0];
  trafficSource?: LeadParts['trafficSource'];
  tagNames?: string[];
  doNotContact?: boolean;
};

type LeadRequest<Part extends LeadPart> = {
  parts: readonly Part[];
  /** The days of `activity` and `trafficSource`; all if omitted. */
  interval?: VisitInterval | null;
  /** Totals of these days, if already loaded. */
  totals?: ReadonlyMap<string, LeadTotals>;
};

/** Loads leads in the given order with the requested parts. Companies that are not leads of the account are omitted. */
export async function loadLeads<Part extends LeadPart>(
  db: Database,
  accountId: string,
  companyIds: readonly string[],
  { parts, interval = null, totals: knownTotals }: LeadRequest<Part>,
): Promise<Lead<Part>[]> {
  if (companyIds.length === 0) return [];
  const has = (part: LeadPart) => parts.some((one) => one === part);
  const needsTotals = has('activity') || has('trafficSource');
  const totals = knownTotals ?? (needsTotals ? await loadLeadTotals(db, accountId, companyIds, interval) : new Map<string, LeadTotals>());
  const rows = await loadRows(db, accountId, companyIds, has, totals);
  const [industries, emails, icps] = await Promise.all([
    loadIndustryNames(
      db,
      rows.flatMap(({ industry_codes }) => industry_codes),
    ),
    has('assigneeEmail') ? loadEmails(db, rows) : new Map<string, string>(),
    has('icps') ? scoreCompanies({ db }, accountId, companyIds) : new Map<string, LeadParts['icps']>(),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return companyIds.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const all: Partial<LeadParts> = {
      ...(has('activity') && { activity: activityOf(row, totals.get(id)) }),
      ...(row.profile && { profile: row.profile }),
      ...(row.origins && { origins: originOfEachFact(row.origins) }),
      ...(row.trafficSource !== undefined && { trafficSource: row.trafficSource }),
      ...(row.tagNames && { tagNames: row.tagNames }),
      ...(row.doNotContact !== undefined && { doNotContact: row.doNotContact }),
      ...(has('assigneeEmail') && { assigneeEmail: emails.get(row.assignee_id ?? '') ?? null }),
      ...(has('icps') && { icps: icps.get(id) ?? [] }),
    };
    return [{ ...attributesOf(row, industries), ...(all as Pick<LeadParts, Part>) }];
  });
}

/** Parts that are columns of lead `l`, company `c` or its visits. */
function partColumns(accountId: string, totals: ReadonlyMap<string, LeadTotals>): Partial<Record<LeadPart, RawBuilder<unknown>>> {
  // A constant, so that the planner skips the partitions of older months.
  const oldestMs = [...totals.values()].reduce((min, { lastVisitAt }) => Math.min(min, lastVisitAt.getTime()), Number.POSITIVE_INFINITY);
  const isRecent = totals.size === 0 ? sql`false` : sql`v.started_at >= ${new Date(oldestMs)}`;
  return {
    profile: sql`json_build_object(
      'kind', c.kind, 'description', c.description, 'employeeCount', c.employee_count, 'revenue', c.revenue, 'foundedYear', c.founded_year,
      'legalForm', c.legal_form, 'email', c.email, 'phoneNumbers', c.phone_numbers, 'address', json_build_object('street', c.street_address,
      'postalCode', c.postal_code, 'city', c.city, 'region', c.region, 'countryCode', c.country_code), 'profiles', c.social_media_profiles,
      'keywords', c.keywords, 'vatId', c.vat_id, 'registerId', c.register ->> 'id')`,
    origins: sql`json_build_object('origin', c.origin, 'fact_origins', c.fact_origins)`,
    trafficSource: sql`(
      select json_build_object('source', v.source, 'medium', v.medium) from visits v
      where v.account_id = ${accountId} and v.company_id = l.company_id and v.started_at <= wanted.newest_at and ${isRecent}
      order by v.started_at desc limit 1)`,
    tagNames: sql`array(
      select t.name from lead_tags lt join tags t on t.account_id = ${accountId} and t.id = lt.tag_id
      where lt.account_id = ${accountId} and lt.company_id = l.company_id order by lower(t.name))`,
    doNotContact: doNotContact(accountId),
  };
}

async function loadRows(
  db: Database,
  accountId: string,
  companyIds: readonly string[],
  has: (part: LeadPart) => boolean,
  totals: ReadonlyMap<string, LeadTotals>,
): Promise<LeadRow[]> {
  const columns = entriesOf(partColumns(accountId, totals)).flatMap(([part, column]) =>
    has(part) ? [sql`, ${column} as ${sql.id(part)}`] : [],
  );
  const placeIds = companyIds.map((id) => totals.get(id)?.placeId ?? null);
  const newestAt = companyIds.map((id) => totals.get(id)?.lastVisitAt ?? null);
  // The quality only depends on the presence of a description.
  const { rows } = await sql<LeadRow>`
    select c.id, c.name, c.domain, c.url, c.logo_url, c.industry_codes, c.employee_range, c.country_code, c.city, c.phone_numbers,
      left(c.description, 1) as description, c.revenue, l.visits, l.page_views, l.first_visit_at, l.last_visit_at, l.assignee_id, l.followed,
      l.hidden, l.emailed_to, l.crm_lead_id, l.crm_organization_id,
      array(select t.tag_id from lead_tags t where t.account_id = ${accountId} and t.company_id = l.company_id order by t.tag_id)::text[] as tag_ids,
      case when p.id is not null then json_build_object('id', p.id::text, 'countryCode', p.country_code, 'region', p.region, 'city', p.city,
        'postalCode', p.postal_code) end as place
      ${sql.join(columns, sql` `)}
    from unnest(${companyIds}::bigint[], ${placeIds}::bigint[], ${newestAt}::timestamptz[]) as wanted (company_id, place_id, newest_at)
    join leads l on l.account_id = ${accountId} and l.company_id = wanted.company_id
    join companies c on c.id = wanted.company_id
    left join places p on p.account_id = ${accountId} and p.id = wanted.place_id`.execute(db);
  return rows;
}

function attributesOf(row: LeadRow, industries: ReadonlyMap<string, string>): Lead {
  return {
    companyId: row.id,
    name: row.name,
    domain: row.domain,
    url: row.url,
    logoUrl: row.logo_url,
    industries: row.industry_codes.flatMap((code) => industries.get(code) ?? []),
    employeeRange: row.employee_range,
    visits: row.visits,
    pageViews: row.page_views,
    firstVisitAt: row.first_visit_at,
    lastVisitAt: row.last_visit_at,
    assigneeId: row.assignee_id,
    followed: row.followed,
    hidden: row.hidden,
    isHandled: isHandledLead(row),
    emailedTo: row.emailed_to,
    crmLeadId: row.crm_lead_id,
    crmOrganizationId: row.crm_organization_id,
    tagIds: row.tag_ids,
  };
}

function activityOf(row: LeadRow, totals: LeadTotals | undefined): LeadActivity {
  return {
    visits: totals?.visits ?? 0,
    pageViews: totals?.pageViews ?? 0,
    lastVisitAt: totals?.lastVisitAt ?? null,
    quality: leadQuality(totals?.deepestVisit ?? 0, completenessOf(row)),
    place: row.place,
  };
}

/** Loaded once for all leads, because the planner would read the whole table for each of them. */
async function loadIndustryNames(db: Database, codes: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ code: string; name: string }>`
    select code, name from industries where code = any(${[...new Set(codes)]}::text[])`.execute(db);
  return new Map(rows.map(({ code, name }) => [code, name]));
}

/** Users do not belong to one account, so their e-mail addresses are read separately. */
async function loadEmails(db: Database, leads: { assignee_id: string | null }[]): Promise<Map<string, string>> {
  const userIds = new Set(leads.flatMap(({ assignee_id }) => assignee_id ?? []));
  if (userIds.size === 0) return new Map();
  const rows = await db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', 'in', [...userIds])
    .execute();
  return new Map(rows.map(({ id, email }) => [id, email]));
}
