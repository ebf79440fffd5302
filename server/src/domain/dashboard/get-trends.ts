import { type RawBuilder, sql } from 'kysely';
import { startsOfDays } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import { type Interval, visitsWithin } from './interval.ts';

/** A time series with one value per step; the steps are in `Trends.days`. */
type Trend = { name: string; total: number; values: number[] };
export type Trends = { unit: 'day' | 'week'; days: string[]; goals: Trend[]; campaigns: Trend[] };

const maxTrends = 5;
const maxDailySteps = 92;

/** Returns time series of the top goals and campaigns. Long intervals are grouped by week to keep the chart readable. */
export async function getTrends(ctx: Context, interval: Interval): Promise<Trends> {
  const { accountId, from, to } = interval;
  const length = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  const stepDays = length > maxDailySteps ? 7 : 1;
  const days = Array.from({ length: Math.ceil(length / stepDays) }, (_, at) => dayAfter(from, at * stepDays));
  const trendsOf = (name: RawBuilder<unknown>, joins: RawBuilder<unknown> = sql``) => countTrends(ctx, interval, { name, joins, days });
  const [goals, campaigns] = await Promise.all([
    trendsOf(
      sql`g.name`,
      sql`cross join lateral jsonb_array_elements(v.goals) as reached (goal)
        join goals g on g.account_id = ${accountId} and g.id = (reached.goal ->> 'goalId')::uuid`,
    ),
    trendsOf(sql`v.campaign`),
  ]);
  return { unit: stepDays === 1 ? 'day' : 'week', days, goals, campaigns };
}

type Counted = { name: RawBuilder<unknown>; joins: RawBuilder<unknown>; days: string[] };

async function countTrends(ctx: Context, interval: Interval, { name, joins, days }: Counted): Promise<Trend[]> {
  const { rows } = await sql<{ name: string; step: number; times: number }>`
    select ${name} as name, width_bucket(v.started_at, ${startsOfDays(days, interval.timezone)}::timestamptz[]) - 1 as step,
      count(*)::int as times
    from visits v ${joins} where ${visitsWithin(interval)} and ${name} is not null group by 1, 2`.execute(ctx.db);
  const trends = new Map<string, Trend>();
  for (const row of rows) {
    const trend = trends.get(row.name) ?? { name: row.name, total: 0, values: Array<number>(days.length).fill(0) };
    trend.values[row.step] = row.times;
    trend.total += row.times;
    trends.set(row.name, trend);
  }
  return [...trends.values()].sort((a, b) => b.total - a.total || a.name.localeCompare(b.name)).slice(0, maxTrends);
}

function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}
