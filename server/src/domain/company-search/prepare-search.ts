import { type RawBuilder, sql } from 'kysely';
import { atLocation, type Location, locationCondition, meantIndustries } from '../companies/company-conditions.ts';
import type { CompanySearch } from '../companies/company-search.ts';
import type { Context } from '../context.ts';
import { loadProfiles } from '../icps/load-profiles.ts';
import { searchCriteria } from '../search-criteria.ts';
import { companySearchConditions } from './company-search-conditions.ts';
import { findSearchWords, type SearchWords } from './search-words.ts';

export type PreparedSearch = { conditions: RawBuilder<boolean>; words: SearchWords };

/** Maximum number of companies with another location at the place that are looked up in advance. */
const mostElsewhere = 1000;

/**
 * Looks up what the criteria refer to. Conditions with the values themselves let the planner estimate how many companies match, on which
 * the choice of the index depends. If `isChecked` is false, a single search term is not corrected.
 */
export async function prepareSearch(ctx: Context, accountId: string, given: CompanySearch, isChecked: boolean): Promise<PreparedSearch> {
  const search = searchCriteria(given, { pointer: '' });
  const words = await findSearchWords(ctx, search.search_terms ?? [], isChecked);
  const profiles = await loadProfiles(ctx, accountId, search.icp_ids ?? []);
  const industryCodes = search.industries === undefined ? [] : await findIndustryCodes(ctx, search.industries);
  const locations: RawBuilder<boolean>[] = [];
  for (const location of search.locations ?? []) locations.push(await prepareLocation(ctx, location));
  return { words, conditions: companySearchConditions(accountId, search, { words, profiles, industryCodes, locations }) };
}

async function findIndustryCodes(ctx: Context, industries: NonNullable<CompanySearch['industries']>): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`select i.code from industries i where ${meantIndustries(industries)}`.execute(ctx.db);
  return rows.map(({ code }) => code);
}

async function prepareLocation(ctx: Context, location: Location): Promise<RawBuilder<boolean>> {
  const [own, elsewhere] = [atLocation(location, 'c'), atLocation(location, 's')];
  if (own === null || elsewhere === null) return sql`true`;
  const { rows } = await sql<{ id: string }>`
    select distinct s.company_id as id from company_locations s where ${elsewhere} limit ${mostElsewhere + 1}`.execute(ctx.db);
  if (rows.length === 0) return own;
  if (rows.length > mostElsewhere) return locationCondition(location);
  return sql`(${own} or c.id = any(${rows.map(({ id }) => id)}::bigint[]))`;
}
