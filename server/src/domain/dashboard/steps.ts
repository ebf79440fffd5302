import { addDays, daysBetween, startsOfDays } from '../../lib/zoned-days.ts';
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
  const stepDays = length > maxDailySteps ? 7 : 1;
  const names = Array.from({ length: Math.ceil(length / stepDays) }, (_, index) => addDays(from, index * stepDays));
  return { unit: stepDays === 1 ? 'day' : 'week', names, starts: startsOfDays(names, timezone) };
}
