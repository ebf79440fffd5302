import { type RawBuilder, sql } from 'kysely';
import { dayAfter, daysBetween, nextDay, startOfDayMs } from '../../lib/zoned-days.ts';

/** Days of an account, both included. */
export type Interval = { accountId: string; from: string; to: string; timezone: string };

/** The moment at which an interval begins, and the first one after it. */
export function boundsOf({ from, to, timezone }: Interval): { fromAt: Date; toAt: Date } {
  return { fromAt: new Date(startOfDayMs(from, timezone)), toAt: new Date(startOfDayMs(nextDay(to), timezone)) };
}

/** The visits `v` of an account within the days, each day as long as it is in the account's timezone. */
export function visitsWithin(interval: Interval): RawBuilder<boolean> {
  const { fromAt, toAt } = boundsOf(interval);
  return sql<boolean>`v.account_id = ${interval.accountId} and v.page_depth > 0 and v.started_at >= ${fromAt} and v.started_at < ${toAt}`;
}

/** As many days, right before. */
export function intervalBefore(interval: Interval): Interval {
  const { length } = daysBetween(interval.from, interval.to);
  return { ...interval, from: dayAfter(interval.from, -length), to: dayAfter(interval.from, -1) };
}
