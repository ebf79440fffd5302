import type { Unit } from '../charts/chart-frame.tsx';
import { addDays, type Interval } from '../ui/intervals.ts';

/** A step of a chart, identified by its start. */
export type Step = { at: string; unit: Unit };

/** The days of a step, up to the end of the interval. For an hour, this is the whole interval, because hours are shown only for one day. */
export function daysOfStep({ at, unit }: Step, interval: Interval): Interval {
  if (unit === 'hour') return interval;
  const { to } = interval;
  const last = unit === 'day' ? at : unit === 'week' ? addDays(at, 6) : lastOfMonth(at);
  const endsLater = last > to;
  return { from: at, to: endsLater ? to : last, preset: null };
}

function lastOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}
