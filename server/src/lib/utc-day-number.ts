import { dayMs } from './day-ms.ts';

/** Returns the number of the UTC day since 1970-01-01. */
export function utcDayNumber(timeMs: number): number {
  return Math.floor(timeMs / dayMs);
}
