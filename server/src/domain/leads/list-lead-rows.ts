import { type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { getAccount } from '../accounts/get-account.ts';
import { completenessOf } from '../companies/completeness.ts';
import { quality } from '../companies/quality.ts';
import type { Context } from '../context.ts';
import { leadOrderFor } from '../feeds/lead-order.ts';
import type { LeadSort } from '../feeds/lead-sort.ts';
import { leadSums } from '../feeds/lead-sums.ts';
import { windowOf } from '../feeds/window.ts';
import { type ProfileScore, scoreCompanies } from '../icps/score-companies.ts';
import type { LeadRow } from './lead-row.ts';

export type LeadQuery = {
  accountId: string;
  from: string;
  to: string;
  search: string;
  sort: LeadSort;
  descending: boolean;
  offset: number;
  limit: number;
  /** Further conditions on the lead `l`, its company `c` and its sums `s`. */
  conditions: RawBuilder<boolean>[];
  /** Whether those that people have hidden are wanted, instead of all others. */
  hidden: boolean;
  /** Only these companies. */
  companyIds?: readonly string[];
};

/** No page reaches further, as in the other interfaces. */
const mostLeads = 10_000;

/** The companies that visited in the interval, a page of them, and how many there are. */
export async function listLeadRows(ctx: Context, query: LeadQuery): Promise<{ total: number; rows: LeadRow[] }> {
  const { accountId } = query;
  const limit = Math.max(0, Math.min(query.limit, mostLeads - query.offset));
  const { rows } = await sql<Row>`
    with ${sumsOf(query)},
    chosen as (
      select l.company_id, l.first_visit_at, l.assignee_id, l.followed, l.hidden, s.visits, s.page_views, s.deepest_visit, s.last_visit_at,
        s.place_id, c.name, c.domain, c.logo_url, c.industry_codes, c.employee_range, c.country_code, c.city, c.phone_numbers, c.description,
        c.revenue, count(*) over ()::int as total, row_number() over (order by ${await leadOrderFor(ctx, query)}, c.id) as position
      from s join leads l on l.account_id = ${accountId} and l.company_id = s.company_id join companies c on c.id = s.company_id
      where ${conditionOf(query)}
      order by position limit ${limit} offset ${query.offset})
    select chosen.*, i.name as industry, p.city as place_city, p.region as place_region, p.country_code as place_country, v.source, v.medium,
      coalesce((select array_agg(t.tag_id order by t.tag_id) from lead_tags t
        where t.account_id = ${accountId} and t.company_id = chosen.company_id), '{}')::text[] as tag_ids
    from chosen
    left join industries i on i.code = chosen.industry_codes[1]
    left join places p on p.account_id = ${accountId} and p.id = chosen.place_id
    left join lateral (
      select source, medium from visits where account_id = ${accountId} and company_id = chosen.company_id and started_at <= chosen.last_visit_at
      order by started_at desc limit 1) v on true
    order by chosen.position`.execute(ctx.db);
  const total = rows[0]?.total ?? (query.offset === 0 ? 0 : await countLeads(ctx, query));
  const companyIds = rows.map(({ company_id }) => company_id);
  const [{ timezone }, icps] = await Promise.all([getAccount(ctx, accountId), scoreCompanies(ctx, accountId, companyIds)]);
  const { fromAt } = windowOf(query.from, query.to, timezone);
  return { total: Math.min(total, mostLeads), rows: rows.map((row) => leadRow(row, fromAt, icps.get(row.company_id) ?? [])) };
}

/** The ids of all leads of the list in its order, however many: an export reads them portion by portion. */
export async function listLeadIds(ctx: Context, query: LeadQuery): Promise<string[]> {
  const { accountId } = query;
  const { rows } = await sql<{ company_id: string }>`
    with ${sumsOf(query)}
    select l.company_id from s join leads l on l.account_id = ${accountId} and l.company_id = s.company_id join companies c on c.id = s.company_id
    where ${conditionOf(query)} order by ${await leadOrderFor(ctx, query)}, c.id`.execute(ctx.db);
  return rows.map(({ company_id }) => company_id);
}

/** What each company did in the interval, as the table expression `s`. */
function sumsOf({ companyIds, ...days }: LeadQuery): RawBuilder<unknown> {
  return sql`s as (${leadSums(days, companyIds ? sql`d.company_id = any(${companyIds}::bigint[])` : sql`true`)})`;
}

async function countLeads(ctx: Context, query: LeadQuery): Promise<number> {
  const { accountId } = query;
  const { rows } = await sql<{ total: number }>`
    with ${sumsOf(query)}
    select count(*)::int as total
    from s join leads l on l.account_id = ${accountId} and l.company_id = s.company_id join companies c on c.id = s.company_id
    where ${conditionOf(query)}`.execute(ctx.db);
  return firstOf(rows).total;
}

function conditionOf({ search, conditions, hidden }: LeadQuery) {
  const all = [...conditions, hidden ? sql<boolean>`l.hidden` : sql<boolean>`not l.hidden`];
  if (search !== '') {
    const pattern = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
    all.push(sql<boolean>`(lower(c.name) like ${pattern} or lower(c.domain) like ${pattern})`);
  }
  return sql.join(all, sql` and `);
}

type Row = {
  company_id: string;
  name: string;
  domain: string | null;
  logo_url: string | null;
  industry: string | null;
  industry_codes: string[];
  employee_range: string | null;
  country_code: string | null;
  city: string | null;
  phone_numbers: string[];
  description: string | null;
  revenue: unknown;
  place_city: string | null;
  place_region: string | null;
  place_country: string | null;
  deepest_visit: number;
  visits: number;
  page_views: number;
  first_visit_at: Date;
  last_visit_at: Date;
  source: string | null;
  medium: string | null;
  tag_ids: string[];
  assignee_id: string | null;
  followed: boolean;
  hidden: boolean;
  total: number;
};

function leadRow(row: Row, fromAt: Date, icps: ProfileScore[]): LeadRow {
  return {
    companyId: row.company_id,
    name: row.name,
    domain: row.domain,
    logoUrl: row.logo_url,
    industry: row.industry,
    employeeRange: row.employee_range,
    place: row.place_country === null ? null : { city: row.place_city, region: row.place_region, countryCode: row.place_country },
    quality: quality(row.deepest_visit, completenessOf(row)),
    visits: row.visits,
    pageViews: row.page_views,
    firstVisitAt: row.first_visit_at,
    lastVisitAt: row.last_visit_at,
    isNew: row.first_visit_at >= fromAt,
    source: row.source,
    medium: row.medium,
    tagIds: row.tag_ids,
    icps,
    assigneeId: row.assignee_id,
    followed: row.followed,
    hidden: row.hidden,
  };
}
