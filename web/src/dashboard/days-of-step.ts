import type { Unit } from '../charts/chart-frame.tsx';
import { addDays, type Interval } from '../ui/intervals.ts';

/** A step of a chart, identified by its start. `next` is the start of the next step, if there is one. */
export type Step = { at: string; unit: Unit; next: string | undefined };

export function stepAt(at: string, steps: readonly string[], unit: Unit): Step {
  return { at, unit, next: steps[steps.indexOf(at) + 1] };
}

/**
 * The days of a step: the first week and month of a chart can be incomplete. For an hour, this is the whole interval, because hours are
 * shown only for one day.
 */
export function daysOfStep({ at, unit, next }: Step, interval: Interval): Interval {
  if (unit === 'hour') return interval;
  return { from: at, to: next === undefined ? interval.to : addDays(next, -1), preset: null };
}
