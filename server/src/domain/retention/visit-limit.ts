import { dayOf, startOfDayMs } from '../../lib/zoned-days.ts';

/** The first day, in the account's timezone, whose visits are still kept, and the moment at which it begins. */
export type VisitLimit = { day: string; at: Date };

/** Whole days of the account are kept, today and as many before it: so sums by day are whole or gone, never a part. */
export function visitLimit(now: Date, timezone: string, retentionDays: number): VisitLimit {
  const today = Date.parse(`${dayOf(now.getTime(), timezone)}T00:00:00Z`);
  const day = new Date(today - retentionDays * 86_400_000).toISOString().slice(0, 10);
  return { day, at: new Date(startOfDayMs(day, timezone)) };
}
