import { nextDay, startOfDayMs } from '../../lib/zoned-days.ts';
import { trackedDays } from './tracked-days.ts';

/** A range of days in the account's time zone, with its start and end times. */
export type VisitInterval = {
  startDate: string;
  endDate: string;
  fromAt: Date;
  /** Exclusive. */
  toAt: Date;
  /** True if the interval ends before the end of its last day. */
  hasPartialLastDay: boolean;
};

/** Returns the interval from the first to the last day, both inclusive. If `until` is given, the interval excludes later visits. */
export function visitIntervalOf(firstDay: string, lastDay: string, timezone: string, until?: Date | null): VisitInterval {
  const { startDate, endDate } = trackedDays(firstDay, lastDay);
  const fromAt = new Date(startOfDayMs(startDate, timezone));
  const endAt = startOfDayMs(nextDay(endDate), timezone);
  // `toAt` is exclusive, and a visit at `until` is included.
  const toAt = until ? Math.min(endAt, until.getTime() + 1) : endAt;
  return { startDate, endDate, fromAt, toAt: new Date(Math.max(toAt, fromAt.getTime())), hasPartialLastDay: toAt < endAt };
}
