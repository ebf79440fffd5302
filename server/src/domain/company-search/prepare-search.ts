import { type RawBuilder, sql } from 'kysely';
import { atLocation, type Location, locationCondition, matchingIndustries } from '../companies/company-conditions.ts';
import type { Context } from '../context.ts';
import { loadProfiles } from '../icps/load-profiles.ts';
import { searchCriteria } from '../search-criteria.ts';
import type { CompanySearch } from './company-search.ts';
import { companySearchConditions } from './company-search-conditions.ts';
import { findSearchWords, type SearchWords, type TermCheck } from './search-words.ts';

export type PreparedSearch = {
  conditions: RawBuilder<boolean>;
  words: SearchWords;
  /** Approximate number of conditions that a match must meet. */
  criteriaCount: number;
};

/** Maximum number of companies that are looked up in advance because a location other than their headquarters matches. */
const maxOtherLocations = 1000;

/**
 * Looks up the words, profiles, industries and locations that the criteria refer to. With the actual values in the conditions, the planner
 * can estimate the number of matches and choose the right index.
 */
export async function prepareSearch(ctx: Context, accountId: string, input: CompanySearch, check: TermCheck): Promise<PreparedSearch> {
  const search = searchCriteria(input, { pointer: '' });
  const words = await findSearchWords(ctx, accountId, search.search_terms ?? [], check);
  const profiles = await loadProfiles(ctx, accountId, search.icp_ids ?? []);
  const industryCodes = search.industries === undefined ? [] : await findIndustryCodes(ctx, search.industries);
  const locations: RawBuilder<boolean>[] = [];
  for (const location of search.locations ?? []) locations.push(await prepareLocation(ctx, location));
  const conditions = companySearchConditions(accountId, search, { words, profiles, industryCodes, locations });
  return { words, conditions, criteriaCount: countCriteria(search, words) };
}

async function findIndustryCodes(ctx: Context, industries: NonNullable<CompanySearch['industries']>): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select i.code from industries i where ${matchingIndustries(industries)}`.execute(ctx.db);
  return rows.map(({ code }) => code);
}

async function prepareLocation(ctx: Context, location: Location): Promise<RawBuilder<boolean>> {
  const [atHeadquarters, atOtherLocation] = [atLocation(location, 'c'), atLocation(location, 's')];
  if (atHeadquarters === null || atOtherLocation === null) return sql`true`;
  const { rows } = await sql<{ id: string }>`
    select distinct s.company_id as id from company_locations s where ${atOtherLocation} limit ${maxOtherLocations + 1}`.execute(ctx.db);
  if (rows.length === 0) return atHeadquarters;
  if (rows.length > maxOtherLocations) return locationCondition(location);
  return sql`(${atHeadquarters} or c.id = any(${rows.map(({ id }) => id)}::bigint[]))`;
}

function countCriteria({ search_terms: _terms, locations = [], filters = {}, ...others }: CompanySearch, { query }: SearchWords): number {
  const words = query === null ? 0 : query.split(' & ').length;
  const places = Math.max(0, ...locations.map((location) => Object.keys(location).length));
  return words + places + [...Object.values(filters), ...Object.values(others)].filter((value) => value !== undefined).length;
}
