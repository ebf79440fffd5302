import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../lib/like-pattern.ts';
import type { CompanySearch } from './company-search.ts';

type Condition = RawBuilder<boolean>;

/** The conditions of a company search over `companies c`, for one account. */
export function companySearchConditions(accountId: string, search: CompanySearch): Condition {
  const conditions: Condition[] = [
    ...anyOf(search.search_terms, termCondition),
    ...anyOf(search.locations, locationCondition),
    ...(search.industries ? [industryCondition(search.industries)] : []),
    ...(search.employee_ranges?.length ? [sql<boolean>`c.employee_range = any(${search.employee_ranges}::text[])`] : []),
    ...revenueConditions(search.revenue),
    ...(search.tag_ids?.length ? [tagCondition(accountId, search.tag_ids)] : []),
    ...(search.list_ids?.length ? [listCondition(accountId, search.list_ids)] : []),
    // Nobody matches a profile that the account does not have.
    ...(search.icp_ids?.length ? [sql<boolean>`false`] : []),
    ...filterConditions(search.filters ?? {}),
  ];
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

function anyOf<Value>(values: Value[] | undefined, condition: (value: Value) => Condition): Condition[] {
  return values?.length ? [sql`(${sql.join(values.map(condition), sql` or `)})`] : [];
}

function termCondition(term: string): Condition {
  const pattern = containsPattern(term);
  return sql`(c.name ilike ${pattern} or c.domain ilike ${pattern} or c.description ilike ${pattern} or exists (select 1 from unnest(c.alternative_names || c.keywords) as word where word ilike ${pattern}))`;
}

function locationCondition(location: NonNullable<CompanySearch['locations']>[number]): Condition {
  const { street, postal_code, city, country_code, region_code, geo } = location;
  const parts: Condition[] = [];
  if (street !== undefined) parts.push(sql`c.street_address ilike ${containsPattern(street)}`);
  if (postal_code !== undefined) parts.push(sql`c.postal_code = ${postal_code}`);
  if (city !== undefined) parts.push(sql`lower(c.city) = lower(${city})`);
  if (country_code !== undefined) parts.push(sql`c.country_code = upper(${country_code})`);
  if (region_code !== undefined) parts.push(sql`c.region_code = upper(${region_code})`);
  if (geo !== undefined) {
    // The distance on a sphere, in kilometres. Rounding may leave the range of acos.
    parts.push(sql`6371 * acos(least(1, greatest(-1, sin(radians(c.latitude)) * sin(radians(${geo.latitude}::float8))
      + cos(radians(c.latitude)) * cos(radians(${geo.latitude}::float8)) * cos(radians(c.longitude - ${geo.longitude}::float8))))) <= ${geo.distance}::float8`);
  }
  return parts.length === 0 ? sql`true` : sql`(${sql.join(parts, sql` and `)})`;
}

function industryCondition({ classification, codes }: NonNullable<CompanySearch['industries']>): Condition {
  if (classification === 'internal') return sql`c.industry_codes && ${codes}::text[]`;
  const column = classification === 'nace' ? sql`i.nace` : sql`i.wz`;
  return sql`exists (select 1 from industries i where i.code = any(c.industry_codes) and ${column} && ${codes}::text[])`;
}

function revenueConditions(revenue: CompanySearch['revenue']): Condition[] {
  const value = sql`(c.revenue ->> 'value')::numeric`;
  return [
    ...(revenue?.min === undefined ? [] : [sql<boolean>`${value} >= ${revenue.min}::numeric`]),
    ...(revenue?.max === undefined ? [] : [sql<boolean>`${value} <= ${revenue.max}::numeric`]),
  ];
}

function tagCondition(accountId: string, tagIds: string[]): Condition {
  return sql`exists (select 1 from lead_tags t where t.account_id = ${accountId} and t.company_id = c.id and t.tag_id = any(${tagIds}::bigint[]))`;
}

function listCondition(accountId: string, listIds: string[]): Condition {
  const numbers = listIds.map((id) => id.slice(id.indexOf('_') + 1));
  return sql`exists (select 1 from list_items i join lists l on l.account_id = ${accountId} and l.id = i.list_id and l.scope = 'company'
    where i.account_id = ${accountId} and i.item_id = c.id and i.list_id = any(${numbers}::bigint[]))`;
}

function filterConditions(filters: NonNullable<CompanySearch['filters']>): Condition[] {
  const known: Record<keyof typeof filters, Condition> = {
    has_phone: sql`cardinality(c.phone_numbers) > 0`,
    has_email: sql`c.email is not null`,
    has_social_media_profiles: sql`c.social_media_profiles <> '{}'::jsonb`,
    do_not_contact: sql`c.do_not_contact`,
    has_financials_revenue: sql`c.revenue is not null`,
    has_financials_earnings: sql`c.earnings is not null`,
    has_financials_net_worth: sql`c.net_worth is not null`,
    has_ip_addresses: sql`(exists (select 1 from company_ip_ranges r where r.company_id = c.id) or exists (select 1 from company_networks n where n.company_id = c.id))`,
  };
  return Object.entries(filters).map(([name, wanted]) => {
    const condition = known[name as keyof typeof filters];
    return wanted ? condition : sql<boolean>`not (${condition})`;
  });
}
