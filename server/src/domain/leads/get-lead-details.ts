import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { completenessOf } from '../companies/completeness.ts';
import { doNotContact } from '../companies/do-not-contact.ts';
import { type Fact, type FactSource, sourcesOfFacts } from '../companies/fact-origins.ts';
import { type CompanyLocation, type GroupMember, loadDirectoryRelations } from '../companies/load-directory-relations.ts';
import { type Quality, quality } from '../companies/quality.ts';
import type { Context } from '../context.ts';
import { type CrmRecordOfCompany, listCrmRecords } from '../crm/list-crm-records.ts';
import { isHandledLead } from '../feeds/handled-lead.ts';
import { Problem } from '../problem.ts';
import { checkRecordId } from '../record-id.ts';

type WhyThem = {
  kind: string;
  confidence: number;
  network: unknown;
  evidence: { source: string; detail: string; weight: number }[];
  visits: number;
};

type Money = { value: number; currency: string; year?: number; estimated?: boolean };

export type LeadPage = {
  companyId: string;
  name: string;
  kind: string;
  domain: string | null;
  url: string | null;
  logoUrl: string | null;
  description: string | null;
  industries: string[];
  employeeCount: number | null;
  employeeRange: string | null;
  revenue: Money | null;
  foundedYear: number | null;
  legalForm: string | null;
  email: string | null;
  phoneNumbers: string[];
  address: { street: string | null; postalCode: string | null; city: string | null; region: string | null; countryCode: string | null };
  profiles: Record<string, { url: string }[]>;
  keywords: string[];
  vatId: string | null;
  locations: CompanyLocation[];
  groupCompany: GroupMember | null;
  /** Companies whose group this one heads. */
  subsidiaries: GroupMember[];
  doNotContact: boolean;
  /** Where each of these facts comes from. */
  sources: Record<Fact, FactSource>;
  quality: Quality;
  visits: number;
  pageViews: number;
  firstVisitAt: Date | null;
  lastVisitAt: Date | null;
  assigneeId: string | null;
  followed: boolean;
  hidden: boolean;
  isHandled: boolean;
  emailedTo: string[];
  crmRecords: CrmRecordOfCompany[];
  tagIds: string[];
  lists: { id: string; name: string; kind: string }[];
  why: WhyThem[];
  visitors: { id: string; email: string; name: string | null; lastSeenAt: Date }[];
};

/** Everything that the page of a company shows but its visits. Only companies that visited the account have one. */
export async function getLeadPage(ctx: Context, accountId: string, wanted: string): Promise<LeadPage> {
  const companyId = await currentCompanyId(ctx, checkRecordId(wanted, 'company'));
  const lead = await ctx.db
    .selectFrom('leads')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  if (!lead) throw new Problem('not_found', 'This company has not visited the account’s site.');
  const company = await ctx.db.selectFrom('companies').selectAll().where('id', '=', companyId).executeTakeFirstOrThrow();
  const [industries, depth, tagIds, lists, why, visitors, directory, crmRecords, contactable] = await Promise.all([
    ctx.db.selectFrom('industries').select(['code', 'name']).where('code', 'in', company.industry_codes.concat('')).execute(),
    deepestVisit(ctx, accountId, companyId),
    tagIdsOf(ctx, accountId, companyId),
    listsOf(ctx, accountId, companyId),
    whyThem(ctx, accountId, companyId),
    knownVisitors(ctx, accountId, companyId),
    loadDirectoryRelations(ctx, accountId, company),
    listCrmRecords(ctx, accountId, companyId),
    sql<{ off: boolean }>`select ${doNotContact(accountId)} as off from companies c where c.id = ${companyId}`.execute(ctx.db),
  ]);
  return {
    companyId,
    name: company.name,
    kind: company.kind,
    domain: company.domain,
    url: company.url,
    logoUrl: company.logo_url,
    description: company.description,
    industries: company.industry_codes.flatMap((code) => industries.find((one) => one.code === code)?.name ?? []),
    employeeCount: company.employee_count,
    employeeRange: company.employee_range,
    revenue: company.revenue as Money | null,
    foundedYear: company.founded_year,
    legalForm: company.legal_form,
    email: company.email,
    phoneNumbers: company.phone_numbers,
    address: {
      street: company.street_address,
      postalCode: company.postal_code,
      city: company.city,
      region: company.region,
      countryCode: company.country_code,
    },
    profiles: company.social_media_profiles as LeadPage['profiles'],
    keywords: company.keywords,
    vatId: company.vat_id,
    ...directory,
    doNotContact: firstOf(contactable.rows).off,
    sources: sourcesOfFacts(company),
    quality: quality(depth, completenessOf(company)),
    visits: lead.visits,
    pageViews: lead.page_views,
    firstVisitAt: lead.first_visit_at,
    lastVisitAt: lead.last_visit_at,
    assigneeId: lead.assignee_id,
    followed: lead.followed,
    hidden: lead.hidden,
    isHandled: isHandledLead(lead),
    emailedTo: lead.emailed_to,
    crmRecords,
    tagIds,
    lists,
    why,
    visitors,
  };
}

/** A merged company is found by its previous id too. */
async function currentCompanyId(ctx: Context, companyId: string): Promise<string> {
  const row = await ctx.db.selectFrom('companies').select('merged_into').where('id', '=', companyId).executeTakeFirst();
  return row?.merged_into ?? companyId;
}

async function deepestVisit(ctx: Context, accountId: string, companyId: string): Promise<number> {
  const row = await ctx.db
    .selectFrom('company_days')
    .select(({ fn }) => fn.max('deepest_visit').as('deepest'))
    .where('account_id', '=', accountId)
    .where('company_id', '=', companyId)
    .executeTakeFirst();
  return row?.deepest ?? 0;
}

async function tagIdsOf(ctx: Context, accountId: string, companyId: string): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('lead_tags')
    .select('tag_id')
    .where('account_id', '=', accountId)
    .where('company_id', '=', companyId)
    .orderBy('tag_id')
    .execute();
  return rows.map((row) => row.tag_id);
}

async function listsOf(ctx: Context, accountId: string, companyId: string): Promise<LeadPage['lists']> {
  const { rows } = await sql<{ id: string; name: string; kind: string }>`
    select s.kind || '_' || s.id as id, s.name, s.kind from lists s
    where s.account_id = ${accountId} and s.scope = 'company' and exists (
      select 1 from list_items i where i.account_id = ${accountId} and i.list_id = s.id and i.item_id = ${companyId})
    order by lower(s.name), s.id`.execute(ctx.db);
  return rows;
}

async function whyThem(ctx: Context, accountId: string, companyId: string): Promise<WhyThem[]> {
  const { rows } = await sql<WhyThem>`
    select w.kind, w.confidence, w.network, w.evidence, v.visits
    from (
      select verdict_id, count(*)::int as visits from visits
      where account_id = ${accountId} and company_id = ${companyId} and verdict_id is not null group by verdict_id) v
    join verdicts w on w.account_id = ${accountId} and w.id = v.verdict_id
    order by v.visits desc, w.confidence desc limit 5`.execute(ctx.db);
  return rows;
}

/** People who left an e-mail address. One person with several devices is listed once. */
async function knownVisitors(ctx: Context, accountId: string, companyId: string): Promise<LeadPage['visitors']> {
  const name = sql`nullif(trim(concat_ws(' ', w.first_name, w.last_name)), '')`;
  const { rows } = await sql<{ id: string; email: string; name: string | null; lastSeenAt: Date }>`
    select (array_agg(w.id order by seen.at desc, w.id))[1] as id, lower(w.email) as email,
      (array_agg(${name} order by seen.at desc, w.id) filter (where ${name} is not null))[1] as name, max(seen.at) as "lastSeenAt"
    from (
      select visitor_id, max(ended_at) as at from visits
      where account_id = ${accountId} and company_id = ${companyId} group by visitor_id) as seen
    join visitors w on w.account_id = ${accountId} and w.id = seen.visitor_id
    where w.email is not null
    group by lower(w.email)
    order by max(seen.at) desc, lower(w.email) limit 50`.execute(ctx.db);
  return rows;
}
