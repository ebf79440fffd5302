import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../lib/like-pattern.ts';
import { industryCondition, locationCondition, revenueConditions } from '../companies/company-conditions.ts';
import type { CompanySearch } from '../companies/company-search.ts';
import { doNotContact } from '../companies/do-not-contact.ts';
import { visibleCompany } from '../companies/visible-company.ts';
import { type Profile, profileMatches } from '../icps/profile.ts';

type Condition = RawBuilder<boolean>;

/**
 * Conditions of a company search on `companies c` for one account. `profiles` are the account's ideal customer profiles; the id of any
 * other profile matches nothing.
 */
export function companySearchConditions(accountId: string, search: CompanySearch, profiles: readonly Profile[] = []): Condition {
  const conditions: Condition[] = [
    ...anyOf(search.search_terms, termCondition),
    ...anyOf(search.locations, locationCondition),
    ...(search.industries ? [industryCondition(search.industries)] : []),
    ...(search.employee_ranges?.length ? [sql<boolean>`c.employee_range = any(${search.employee_ranges}::text[])`] : []),
    ...revenueConditions(search.revenue),
    ...(search.tag_ids?.length ? [tagCondition(accountId, search.tag_ids)] : []),
    ...(search.list_ids?.length ? [listCondition(accountId, search.list_ids)] : []),
    ...(search.icp_ids?.length ? [anyProfile(search.icp_ids, profiles)] : []),
    ...filterConditions(accountId, search.filters ?? {}),
    // A merged company is found under its current id.
    sql`c.merged_into is null`,
    visibleCompany(accountId),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/** Scores the match with the search terms, 0 to 1. Deterministic for a company. */
export function companySearchScore({ search_terms = [] }: CompanySearch): RawBuilder<number> {
  if (search_terms.length === 0) return sql`0::numeric`;
  const scores = search_terms.map(
    (term) => sql`case when lower(c.name) = lower(${term}) or c.domain = lower(${term}) then 1
      else 0.99 * greatest(similarity(c.name, ${term}), similarity(coalesce(c.domain, ''), ${term}),
        0.9 * word_similarity(${term}, company_names(c.name, c.domain, c.alternative_names))) end`,
  );
  return sql`round(greatest(${sql.join(scores)})::numeric, 4)`;
}

function anyProfile(ids: string[], profiles: readonly Profile[]): Condition {
  const wanted = profiles.filter(({ id }) => ids.includes(id)).map(({ filters }) => profileMatches(filters));
  return wanted.length === 0 ? sql`false` : sql`(${sql.join(wanted, sql` or `)})`;
}

function anyOf<Value>(values: Value[] | undefined, condition: (value: Value) => Condition): Condition[] {
  return values?.length ? [sql`(${sql.join(values.map(condition), sql` or `)})`] : [];
}

/** Names and domains match with typos; descriptions and keywords match literally. */
function termCondition(term: string): Condition {
  const pattern = containsPattern(term);
  const names = sql`company_names(c.name, c.domain, c.alternative_names)`;
  return sql`(${names} ilike ${pattern} or ${term} <% ${names} or c.name % ${term} or c.domain % ${term}
    or company_topics(c.description, c.keywords) ilike ${pattern})`;
}

function tagCondition(accountId: string, tagIds: string[]): Condition {
  return sql`exists (select 1 from lead_tags t where t.account_id = ${accountId} and t.company_id = c.id and t.tag_id = any(${tagIds}::bigint[]))`;
}

function listCondition(accountId: string, listIds: string[]): Condition {
  return sql`exists (select 1 from list_items i join lists l on l.account_id = ${accountId} and l.id = i.list_id and l.scope = 'company'
    where i.account_id = ${accountId} and i.item_id = c.id and l.kind || '_' || l.id = any(${listIds}::text[]))`;
}

function filterConditions(accountId: string, filters: NonNullable<CompanySearch['filters']>): Condition[] {
  const known: Record<keyof typeof filters, Condition> = {
    has_phone: sql`cardinality(c.phone_numbers) > 0`,
    has_email: sql`c.email is not null`,
    has_social_media_profiles: sql`c.social_media_profiles <> '{}'::jsonb`,
    do_not_contact: doNotContact(accountId),
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
