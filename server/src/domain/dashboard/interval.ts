import { type RawBuilder, sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import { addDays, dayOf, daysBetween, nextDay, startOfDayMs } from '../../lib/zoned-days.ts';
import { Problem } from '../problem.ts';

/** An inclusive range of days in the account's time zone. */
export type Interval = { accountId: string; from: string; to: string; timezone: string };

/** Also limits the date picker of the web application (`maxChartDays`) and is part of the message below. */
const maxDays = 1100;

/** Rejects intervals of more than about three years, to bound the number of daily values in a response. */
export function checkInterval({ from, to }: { from: string; to: string }): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  if (days < 1) throw new Problem('invalid_input', { title: 'The last day is before the first one.', parameter: 'to' });
  if (days > maxDays) throw new Problem('invalid_input', { title: 'Select at most 1,100 days.', parameter: 'to' });
}

/** Returns the start (inclusive) and the end (exclusive) of an interval. */
export function boundsOf({ from, to, timezone }: Interval): { fromAt: Date; toAt: Date } {
  return { fromAt: new Date(startOfDayMs(from, timezone)), toAt: new Date(startOfDayMs(nextDay(to), timezone)) };
}

/** SQL condition for visits `v` that began in the interval and have a page view. */
export function visitsWithin(interval: Interval): RawBuilder<boolean> {
  const { fromAt, toAt } = boundsOf(interval);
  return sql<boolean>`v.account_id = ${interval.accountId} and v.page_depth > 0 and v.started_at >= ${fromAt} and v.started_at < ${toAt}`;
}

/** Returns the interval of the same length immediately before. */
export function intervalBefore(interval: Interval): Interval {
  const { length } = daysBetween(interval.from, interval.to);
  return { ...interval, from: addDays(interval.from, -length), to: addDays(interval.from, -1) };
}

/** If today is compared with an earlier day, returns the current time on that day, else null. */
export function sameTimeOf(nowMs: number, interval: Interval, compared: Interval): Date | null {
  const { from, to, timezone } = interval;
  const isToday = from === to && from === dayOf(nowMs, timezone);
  if (!isToday || compared.from !== compared.to || compared.to >= from) return null;
  const sinceMs = nowMs - startOfDayMs(from, timezone);
  const { fromAt, toAt } = boundsOf(compared);
  return new Date(Math.min(fromAt.getTime() + sinceMs, toAt.getTime()));
}
