import { daysBetween, startsOfDays } from '../../lib/zoned-days.ts';
import { boundsOf, type Interval } from './interval.ts';

/**
 * The steps of a chart: the hours of one day, the days of a few months, the weeks of about a year, or the calendar months of a longer
 * interval. An hour is named by its time, the others by their first day.
 */
export type Steps = { unit: 'hour' | 'day' | 'week' | 'month'; names: string[]; starts: Date[] };

const hourMs = 3_600_000;
const maxDailySteps = 92;
const maxWeeklyDays = 400;

export function stepsOf(interval: Interval): Steps {
  const { from, to, timezone } = interval;
  if (from === to) {
    const { fromAt, toAt } = boundsOf(interval);
    // A day with a clock change has 23 or 25 hours.
    const hours = Math.ceil((toAt.getTime() - fromAt.getTime()) / hourMs);
    const starts = Array.from({ length: hours }, (_, index) => new Date(fromAt.getTime() + index * hourMs));
    return { unit: 'hour', names: starts.map((start) => start.toISOString()), starts };
  }
  const days = daysBetween(from, to);
  const { length } = days;
  if (length > maxWeeklyDays) {
    const names = days.filter((day, index) => index === 0 || day.endsWith('-01'));
    return { unit: 'month', names, starts: startsOfDays(names, timezone) };
  }
  if (length <= maxDailySteps) return { unit: 'day', names: days, starts: startsOfDays(days, timezone) };
  // The first week is the incomplete one: an incomplete last week would look like a decline.
  const names = days.filter((_, index) => index === 0 || index % 7 === length % 7);
  return { unit: 'week', names, starts: startsOfDays(names, timezone) };
}
