import { nextDay, startOfDayMs } from '../../lib/zoned-days.ts';
import { trackedDays } from './tracked-days.ts';

/** The days of an account that are looked at, and the moments in which they begin and end. */
export type Window = {
  startDate: string;
  endDate: string;
  fromAt: Date;
  /** The first moment after it. */
  toAt: Date;
  /** Whether it ends within a day. */
  isCut: boolean;
};

/** Both days count, each as long as it is in the account's timezone. What came after `until`, if given, is left out. */
export function windowOf(firstDay: string, lastDay: string, timezone: string, until?: Date | null): Window {
  const { startDate, endDate } = trackedDays(firstDay, lastDay);
  const fromAt = new Date(startOfDayMs(startDate, timezone));
  const endAt = startOfDayMs(nextDay(endDate), timezone);
  // One millisecond more, because a visit at that very moment was seen.
  const toAt = until ? Math.min(endAt, until.getTime() + 1) : endAt;
  return { startDate, endDate, fromAt, toAt: new Date(Math.max(toAt, fromAt.getTime())), isCut: toAt < endAt };
}
