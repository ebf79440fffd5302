import { formatRange } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { addDays, type Interval, isDay, maxChartDays } from '../ui/intervals.ts';

/** The days that an interval is compared with. */
export type Comparison = { kind: 'previous' | 'year' | 'days'; from: string; to: string } | { kind: 'none' };

/**
 * Reads the comparison from the URL: `none`, `year`, or days such as `2026-01-01..2026-01-31`; otherwise, also if there are too many of them,
 * the days before the interval.
 */
export function comparisonOf(params: URLSearchParams, { from, to }: Pick<Interval, 'from' | 'to'>): Comparison {
  const text = params.get('compare');
  if (text === 'none') return { kind: 'none' };
  if (text === 'year') {
    // The same days can include a 29 February that the interval does not.
    const [first, last] = [yearBefore(from), yearBefore(to)];
    return { kind: 'year', from: isTooLong(first, last) ? addDays(last, 1 - maxChartDays) : first, to: last };
  }
  const [, first, last] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text ?? '') ?? [];
  if (first && last && first <= last && isDay(first) && isDay(last) && !isTooLong(first, last))
    return { kind: 'days', from: first, to: last };
  const length = (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;
  return { kind: 'previous', from: addDays(from, -length), to: addDays(from, -1) };
}

/** The name of a comparison. With `isToday`, the interval is the current day, of which only the past hours are compared. */
export function comparisonName(comparison: Comparison, isToday: boolean): string {
  switch (comparison.kind) {
    case 'none':
      return t('dashboard.noComparison');
    case 'year':
      return t('dashboard.yearBefore');
    case 'previous':
      return t(isToday ? 'dashboard.sameHoursYesterday' : 'dashboard.previousPeriod');
    case 'days':
      return formatRange(comparison.from, comparison.to);
  }
}

function isTooLong(from: string, to: string): boolean {
  return from < addDays(to, 1 - maxChartDays);
}

/** The same day of the year before; 28 February for 29 February. */
function yearBefore(day: string): string {
  const year = String(Number(day.slice(0, 4)) - 1).padStart(4, '0');
  const moved = `${year}${day.slice(4)}`;
  return isDay(moved) ? moved : `${year}-02-28`;
}
