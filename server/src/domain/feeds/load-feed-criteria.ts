import { countryName } from '../../lib/country-name.ts';
import type { Context } from '../context.ts';
import { conditionsOf, type Filter, type FilterValue } from '../feed-filters/filter.ts';
import { goalStepValue, middleSteps } from '../goals/funnel-steps.ts';
import { listIcps } from '../icps/list-icps.ts';
import { loadLists } from '../lists/list-lists.ts';
import type { Feed } from './feed.ts';
import { feedFilters } from './matching-leads.ts';

/** A filter value as the earlier API returns it. */
export type Criterion = { searchValue: string | number; excluded: boolean; criterionType: string; displayValue: string | number };

/** Returns the criteria of feeds, with display names of the values. */
export async function loadFeedCriteria(ctx: Context, accountId: string, feeds: readonly Feed[]): Promise<Criterion[][]> {
  const filters = feeds.map((feed) => conditionsOf(feedFilters(feed)));
  const names = await loadValueNames(ctx, accountId, filters.flat());
  return filters.map((conditions) => conditions.flatMap((filter) => criteriaOf(filter, names)));
}

function criteriaOf(filter: Filter, names: Map<string, string>): Criterion[] {
  const { field, operator, values } = filter;
  const excluded = filter.excluded !== (operator === 'is_not');
  const criterion = (searchValue: string | number, displayValue: string | number): Criterion => ({
    searchValue,
    excluded,
    criterionType: field,
    displayValue,
  });
  if (operator === 'exists') return [criterion('*', 'any')];
  if (operator === 'between') return [criterion(values.join('..'), `${values[0]} to ${values[1]}`)];
  return values.map((value) => criterion(criterionValue(value), names.get(`${field} ${value}`) ?? criterionValue(value)));
}

function criterionValue(value: FilterValue): string | number {
  return typeof value === 'boolean' ? String(value) : value;
}

/** Loads display names of ids and codes, by field and value. */
async function loadValueNames(ctx: Context, accountId: string, filters: readonly Filter[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  const valuesOf = (field: string) => filters.filter((filter) => filter.field === field).flatMap(({ values }) => values.map(String));
  const numbersOf = (field: string) => valuesOf(field).filter((value) => /^\d{1,18}$/.test(value));
  for (const field of ['country_code', 'headquarters_country_code'])
    for (const code of valuesOf(field)) names.set(`${field} ${code}`, countryName(code.toUpperCase()) ?? code);

  const industryCodes = valuesOf('industry_code');
  if (industryCodes.length > 0) {
    const rows = await ctx.db.selectFrom('industries').select(['code', 'name']).where('code', 'in', industryCodes).execute();
    for (const { code, name } of rows) names.set(`industry_code ${code}`, name);
  }
  const userIds = numbersOf('assignee');
  if (userIds.length > 0) {
    const rows = await ctx.db
      .selectFrom('users')
      .innerJoin('memberships', 'memberships.user_id', 'users.id')
      .select(['users.id', 'users.email'])
      .where('memberships.account_id', '=', accountId)
      .where('users.id', 'in', userIds)
      .execute();
    for (const { id, email } of rows) names.set(`assignee ${id}`, email);
  }
  const tagIds = numbersOf('tag');
  if (tagIds.length > 0) {
    const rows = await ctx.db
      .selectFrom('tags')
      .select(['id', 'name'])
      .where('account_id', '=', accountId)
      .where('id', 'in', tagIds)
      .execute();
    for (const { id, name } of rows) names.set(`tag ${id}`, name);
  }
  // A filter can name a list with or without its kind.
  const listNumbers = valuesOf('list').flatMap((value) => /\d{1,18}$/.exec(value) ?? []);
  for (const { id, number, name } of await loadLists(ctx, accountId, listNumbers)) {
    names.set(`list ${id}`, name);
    names.set(`list ${number}`, name);
  }
  if (valuesOf('icp').length > 0) for (const { id, name } of await listIcps(ctx, accountId)) names.set(`icp ${id}`, name);
  if (valuesOf('goal').length + valuesOf('goal_step').length > 0) {
    const rows = await ctx.db.selectFrom('goals').select(['id', 'name']).where('account_id', '=', accountId).execute();
    for (const { id, name } of rows) {
      names.set(`goal ${id}`, name);
      for (const step of middleSteps) names.set(`goal_step ${goalStepValue(id, step)}`, `${name}: ${step}`);
    }
  }
  return names;
}
