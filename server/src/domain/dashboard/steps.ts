import { dayAfter, daysBetween, startsOfDays } from '../../lib/zoned-days.ts';
import { boundsOf, type Interval } from './interval.ts';

/**
 * The steps of a chart: the hours of one day, the days of a few months, or the weeks of a longer interval. An hour is named by its time,
 * a day or a week by its first day.
 */
export type Steps = { unit: 'hour' | 'day' | 'week'; names: string[]; starts: Date[] };

const hourMs = 3_600_000;
const mostDailySteps = 92;

export function stepsOf(interval: Interval): Steps {
  const { from, to, timezone } = interval;
  if (from === to) {
    const { fromAt, toAt } = boundsOf(interval);
    // A day with a clock change has 23 or 25 hours.
    const hours = Math.ceil((toAt.getTime() - fromAt.getTime()) / hourMs);
    const starts = Array.from({ length: hours }, (_, at) => new Date(fromAt.getTime() + at * hourMs));
    return { unit: 'hour', names: starts.map((start) => start.toISOString()), starts };
  }
  const { length } = daysBetween(from, to);
  const stepDays = length > mostDailySteps ? 7 : 1;
  const names = Array.from({ length: Math.ceil(length / stepDays) }, (_, at) => dayAfter(from, at * stepDays));
  return { unit: stepDays === 1 ? 'day' : 'week', names, starts: startsOfDays(names, timezone) };
}
