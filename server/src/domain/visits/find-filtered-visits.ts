import { type RawBuilder, sql } from 'kysely';
import { itemAt } from '../../lib/item-at.ts';
import { nextDay, startOfDayMs } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import type { VisitInterval } from '../feeds/visit-interval.ts';
import { inIndexOrder } from '../in-index-order.ts';
import { currentGeneration } from '../rollup-generation.ts';
import type { FoundVisits } from './find-visits.ts';
import type { VisitKey } from './load-visits.ts';
import { rollupValue } from './rollup-values.ts';

export type VisitFilters = {
  /** If false, only visits without a company are found. */
  hasCompany: boolean;
  companyId: string | null;
  /** Subquery: the companies of a feed. */
  feedCompanies: RawBuilder<unknown> | null;
  /** Several countries or cities are alternatives. Both match regardless of case. */
  countryCodes: readonly string[];
  cities: readonly string[];
};
type Scope = { accountId: string; timezone: string; interval: VisitInterval };
type Page = { offset: number; limit: number };
type Day = { day: string; visits: number };

/**
 * Finds one page of the visits that match filters, newest first. The rollups determine the total and the days on which the visits of the
 * page started, so only these days are read.
 */
export async function findFilteredVisits(ctx: Pick<Context, 'db'>, scope: Scope, filters: VisitFilters, page: Page): Promise<FoundVisits> {
  const { accountId, timezone } = scope;
  const days = await countDays(ctx, scope, filters);
  const total = days.reduce((sum, { visits }) => sum + visits, 0);
  if (page.offset >= total) return { keys: [], total };
  let skipped = 0;
  let first = 0;
  while (skipped + itemAt(days, first).visits <= page.offset) skipped += itemAt(days, first++).visits;
  let end = first;
  for (let found = skipped; found < page.offset + page.limit && end < days.length; end++) found += itemAt(days, end).visits;
  const parts = days.slice(first, end).map(({ day }) => ({
    fromAt: new Date(startOfDayMs(day, timezone)),
    toAt: new Date(startOfDayMs(nextDay(day), timezone)),
  }));
  return { keys: await findKeys(ctx, accountId, filters, parts, { offset: page.offset - skipped, limit: page.limit }), total };
}

type Part = { fromAt: Date; toAt: Date };

async function findKeys(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  filters: VisitFilters,
  parts: readonly Part[],
  { offset, limit }: Page,
): Promise<VisitKey[]> {
  const read = sql<VisitKey>`
    select found.id, found.started_at
    from unnest(${parts.map(({ fromAt }) => fromAt)}::timestamptz[], ${parts.map(({ toAt }) => toAt)}::timestamptz[]) as part (from_at, to_at)
    cross join lateral (
      select v.id, v.started_at from visits v
      where v.account_id = ${accountId} and v.started_at >= part.from_at and v.started_at < part.to_at and ${visitMatches(accountId, filters)}
      order by v.started_at desc, v.id limit ${offset + limit}) as found
    order by found.started_at desc, found.id offset ${offset} limit ${limit}`;
  const { rows } = await inIndexOrder(ctx.db, (trx) => read.execute(trx));
  return rows;
}

function visitMatches(accountId: string, filters: VisitFilters): RawBuilder<boolean> {
  return sql`v.page_depth > 0 and ${ofCompany(sql`v.company_id`, filters)}
    and ${hasPlace(filters) ? sql`v.place_id in ${places(accountId, filters)}` : sql`true`}`;
}

function ofCompany(column: RawBuilder<unknown>, { hasCompany, companyId, feedCompanies }: VisitFilters): RawBuilder<boolean> {
  if (!hasCompany) return sql`${column} is null`;
  const isCompany = companyId === null ? sql`${column} is not null` : sql`${column} = ${companyId}`;
  return feedCompanies === null ? sql`${isCompany}` : sql`${isCompany} and ${column} in ${feedCompanies}`;
}

function hasPlace({ countryCodes, cities }: VisitFilters): boolean {
  return countryCodes.length > 0 || cities.length > 0;
}

/** Subquery: the places that match. There are far fewer places than visits. */
function places(accountId: string, { countryCodes, cities }: VisitFilters): RawBuilder<unknown> {
  return sql`(
    select p.id from places p where p.account_id = ${accountId}
      and ${countryCodes.length === 0 ? sql`true` : sql`p.country_code = any(${countryCodes.map((code) => code.toUpperCase())}::text[])`}
      and ${cities.length === 0 ? sql`true` : sql`lower(p.city) = any(${cities.map((city) => city.toLowerCase())}::text[])`})`;
}

/** Returns the number of matching visits by day, last day first. */
async function countDays(ctx: Pick<Context, 'db'>, { accountId, interval }: Scope, filters: VisitFilters): Promise<Day[]> {
  const { hasCompany, companyId, feedCompanies } = filters;
  const isWithin = sql`r.account_id = ${accountId} and r.day between ${interval.startDate}::date and ${interval.endDate}::date`;
  const counted =
    companyId !== null || feedCompanies !== null
      ? sql`
        select r.day, r.visits from company_days r
        where ${isWithin} and ${ofCompany(sql`r.company_id`, filters)}
          and ${hasPlace(filters) ? sql`r.place_id in ${places(accountId, filters)}` : sql`true`}`
      : sql`
        select r.day, ${hasCompany ? sql`r.identified` : sql`r.visits - r.identified`} as visits from visit_rollups r
        where ${isWithin} and r.generation = ${currentGeneration(accountId)} and r.unit = 'day' and ${valueMatches(accountId, filters)}`;
  const { rows } = await sql<Day>`
    select day, sum(visits)::int as visits from (${counted}) as counted group by day having sum(visits) > 0 order by day desc`.execute(
    ctx.db,
  );
  return rows;
}

function valueMatches(accountId: string, filters: VisitFilters): RawBuilder<boolean> {
  if (!hasPlace(filters)) return sql`r.kind = 'all'`;
  if (filters.cities.length > 0) return sql`r.kind = 'place' and r.value_id = any(array${places(accountId, filters)})`;
  const ids = filters.countryCodes.map((code) => rollupValue('country', code.toUpperCase()).id);
  return sql`r.kind = 'country' and r.value_id = any(${ids}::bigint[])`;
}
