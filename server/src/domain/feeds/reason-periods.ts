import { addDays, dayOf, startOfDayMs } from '../../lib/zoned-days.ts';
import type { Scope } from './scope.ts';

/** The days that reasons to call a lead refer to, in the account's time zone. All periods end on `lastDay`, except the baseline. */
export type ReasonPeriods = {
  /** The end of the interval, or today if that is earlier. */
  lastDay: string;
  /** Start of the last seven days. */
  weekDay: string;
  weekAt: Date;
  /** Start of the baseline: the eight weeks before `weekDay`, with which the last seven days are compared. It is shorter for a new lead. */
  baselineDay: string;
  /** Start of the interval, at most thirty days before its end. */
  recentDay: string;
  recentAt: Date;
};

export const silenceDays = 30;
const baselineWeeks = 8;
const recentDays = 30;

/** Reasons refer to the end of the interval, because older activity is not a reason to call now. */
export function reasonPeriods({ timezone, interval, now }: Pick<Scope, 'timezone' | 'interval' | 'now'>): ReasonPeriods {
  const today = dayOf(now.getTime(), timezone);
  const [lastDay = today] = [interval.endDate, today].sort();
  const weekDay = addDays(lastDay, -6);
  const earliest = addDays(lastDay, 1 - recentDays);
  const [, recentDay = earliest] = [interval.startDate, earliest].sort();
  return {
    lastDay,
    weekDay,
    weekAt: new Date(startOfDayMs(weekDay, timezone)),
    baselineDay: addDays(weekDay, -7 * baselineWeeks),
    recentDay,
    recentAt: new Date(startOfDayMs(recentDay, timezone)),
  };
}
