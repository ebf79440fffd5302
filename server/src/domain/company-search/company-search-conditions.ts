import { type RawBuilder, sql } from 'kysely';
import { revenueConditions } from '../companies/company-conditions.ts';
import { doNotContact } from '../companies/do-not-contact.ts';
import { visibleCompany } from '../companies/visible-company.ts';
import { type Profile, profileMatches } from '../icps/profile.ts';
import { stripLegalForms } from '../identification/organization-name.ts';
import { matchesWords } from '../word-search.ts';
import type { CompanySearch } from './company-search.ts';
import type { SearchWords } from './search-words.ts';

type Condition = RawBuilder<boolean>;

/** Values that were looked up before the conditions of a search are built. */
type SearchReferences = {
  words: SearchWords;
  /** The account's ideal customer profiles among those searched for; any other one matches nothing. */
  profiles: readonly Profile[];
  /** Codes of the industries searched for. */
  industryCodes: readonly string[];
  locations: readonly Condition[];
};

/** Returns the conditions of a company search on `companies c` for one account. */
export function companySearchConditions(
  accountId: string,
  search: CompanySearch,
  { words, profiles, industryCodes, locations }: SearchReferences,
): Condition {
  const conditions: Condition[] = [
    ...(words.terms.length === 0 ? [] : [wordCondition(words)]),
    ...(locations.length === 0 ? [] : [sql<boolean>`(${sql.join(locations, sql` or `)})`]),
    ...(search.industries ? [sql<boolean>`c.industry_codes && ${industryCodes}::text[]`] : []),
    ...(search.employee_ranges?.length ? [sizeCondition(search.employee_ranges)] : []),
    ...revenueConditions(search.revenue),
    ...(search.tag_ids?.length ? [tagCondition(accountId, search.tag_ids)] : []),
    ...(search.list_ids?.length ? [listCondition(accountId, search.list_ids)] : []),
    ...(search.icp_ids?.length ? [anyProfile(profiles)] : []),
    ...filterConditions(accountId, search.filters ?? {}),
    // A merged company is found under its current id.
    sql`c.merged_into is null`,
    visibleCompany(accountId),
  ];
  return sql`(${sql.join(conditions, sql` and `)})`;
}

/**
 * Scores how well a company matches the search, from 0 to 1, in four ranks: its name (with or without legal form) or domain equals the
 * term; its name begins with the term; its name contains the term; the words of the term are elsewhere in the record. Within a rank,
 * companies that visited the account's site come first. The query must include `comparableName`.
 */
export function companySearchScore(accountId: string, { terms }: SearchWords): RawBuilder<number> {
  if (terms.length === 0) return sql`0::numeric`;
  const scores = terms.map((term) => {
    const text = sql`search_text(${term})`;
    const name = sql`comparable.name`;
    const isName = sql`${name} = ${text} or ${name} = search_text(${stripLegalForms(term)})`;
    return sql`case when ${isName} or c.domain = lower(${term}) then 0.9 when starts_with(${name}, ${text}) then 0.75
      when position(${text} in ${name}) > 0 then 0.6 else 0.4 end + 0.09 * similarity(c.name, ${term})`;
  });
  const visited = sql`case when ${hasVisited(accountId)} then 0.05 else 0 end`;
  return sql`round((greatest(${sql.join(scores)}) * 0.95 + ${visited})::numeric, 4)`;
}

/** Computes the name to compare with the terms once per company, because the score uses it several times. */
export const comparableName = sql`cross join lateral (select search_text(c.name) as name offset 0) as comparable`;

function anyProfile(profiles: readonly Profile[]): Condition {
  const conditions = profiles.map(({ filters }) => profileMatches(filters));
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

function wordCondition({ query, indexedQuery }: SearchWords): Condition {
  return query === null ? sql`false` : matchesWords('c', query, indexedQuery);
}

/** For a single range, the index by country and employee range returns the companies in the order of the pages. */
function sizeCondition(ranges: string[]): Condition {
  const [range] = ranges;
  return ranges.length === 1 ? sql`c.employee_range = ${range}` : sql`c.employee_range = any(${ranges}::text[])`;
}

function tagCondition(accountId: string, tagIds: string[]): Condition {
  return sql`exists (select 1 from lead_tags t where t.account_id = ${accountId} and t.company_id = c.id and t.tag_id = any(${tagIds}::bigint[]))`;
}

function listCondition(accountId: string, listIds: string[]): Condition {
  return sql`exists (select 1 from list_items i join lists l on l.account_id = ${accountId} and l.id = i.list_id and l.scope = 'company'
    where i.account_id = ${accountId} and i.item_id = c.id and l.kind || '_' || l.id = any(${listIds}::text[]))`;
}

/** A lead without visits can exist: its visits have expired, or it only has the state of a merged company. */
function hasVisited(accountId: string): Condition {
  return sql`exists (select 1 from leads l where l.account_id = ${accountId} and l.company_id = c.id and l.first_visit_at is not null)`;
}

function filterConditions(accountId: string, filters: NonNullable<CompanySearch['filters']>): Condition[] {
  const conditions: Record<keyof typeof filters, Condition> = {
    has_phone: sql`cardinality(c.phone_numbers) > 0`,
    has_email: sql`c.email is not null`,
    has_social_media_profiles: sql`c.social_media_profiles <> '{}'::jsonb`,
    do_not_contact: doNotContact(accountId),
    has_financials_revenue: sql`c.revenue is not null`,
    has_financials_earnings: sql`c.earnings is not null`,
    has_financials_net_worth: sql`c.net_worth is not null`,
    has_visited: hasVisited(accountId),
    has_ip_addresses: sql`(exists (select 1 from company_ip_ranges r where r.company_id = c.id) or exists (select 1 from company_networks n where n.company_id = c.id))`,
  };
  return Object.entries(filters).map(([name, expected]) => {
    const condition = conditions[name as keyof typeof filters];
    return expected ? condition : sql<boolean>`not (${condition})`;
  });
}
