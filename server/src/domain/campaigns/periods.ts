import { dayMs } from '../../lib/day-ms.ts';
import { addDays } from '../../lib/zoned-days.ts';
export const frequencies = ['day', 'week', 'month'] as const;
export type Frequency = (typeof frequencies)[number];
/** `period` is the first day of the day, week or month; `from` and `to` are clipped to the interval. */
export type Period = { period: string; from: string; to: string };

/** Returns the days, weeks (starting on Monday) or months that overlap an interval, as calendar days without a time zone. */
export function periodsBetween(startDay: string, endDay: string, frequency: Frequency): Period[] {
  const periods: Period[] = [];
  for (let first = firstDayOf(startDay, frequency); first <= endDay; ) {
    const next = nextPeriod(first, frequency);
    const last = addDays(next, -1);
    periods.push({ period: first, from: first < startDay ? startDay : first, to: last > endDay ? endDay : last });
    first = next;
  }
  return periods;
}

function firstDayOf(day: string, frequency: Frequency): string {
  if (frequency === 'day') return day;
  if (frequency === 'month') return `${day.slice(0, 7)}-01`;
  // 1970-01-01 was a Thursday.
  const number = Date.parse(`${day}T00:00:00Z`) / dayMs;
  return addDays(day, -((number + 3) % 7));
}

function nextPeriod(first: string, frequency: Frequency): string {
  if (frequency === 'day') return addDays(first, 1);
  if (frequency === 'week') return addDays(first, 7);
  const [year, month] = [Number(first.slice(0, 4)), Number(first.slice(5, 7))];
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10);
}
