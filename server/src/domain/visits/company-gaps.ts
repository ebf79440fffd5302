import { dayMs } from '../../lib/day-ms.ts';
import { itemAt } from '../../lib/item-at.ts';

/** Intervals of up to this many days are counted exactly. */
export const exactGapDays = 32;

/**
 * To count the distinct companies of an interval, each company is counted on its first day in the interval: the day whose previous day with
 * a visit was before the interval. The rollups therefore count the companies of a day by the gap to their previous day: element k is the
 * number of companies with a gap of at least the k-th threshold. Gaps are exact up to 32 days and grouped by week and month beyond, so
 * intervals of up to 32 days are counted exactly and longer ones within 1%.
 */
export const gapThresholds: readonly number[] = [...range(1, exactGapDays, 1), ...range(exactGapDays + 7, 368, 7), ...range(398, 1118, 30)];

function range(from: number, to: number, step: number): number[] {
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);
}

/** Returns the number of thresholds up to a gap. */
function reachedThresholds(gap: number): number {
  let low = 0;
  let high = gapThresholds.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(gapThresholds, middle) <= gap) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Counts companies by gap. A company without a previous day has no gap (null). */
export class GapCounts {
  #never = 0;
  readonly #reached = new Map<number, number>();

  add(gap: number | null, companies: number) {
    if (gap === null) this.#never += companies;
    else {
      const reached = reachedThresholds(gap);
      this.#reached.set(reached, (this.#reached.get(reached) ?? 0) + companies);
    }
  }

  /** Returns the series to store. Missing elements are equal to the last one. */
  series(): number[] {
    const length = Math.max(0, ...[...this.#reached].flatMap(([reached, count]) => (count === 0 ? [] : reached)));
    const series: number[] = new Array(length + 1).fill(this.#never);
    let sum = this.#never;
    for (let index = length; index >= 1; index--) {
      sum += this.#reached.get(index) ?? 0;
      series[index - 1] = sum;
    }
    return series;
  }
}

/** A position in a series. `element` counts from 1; for a gap between two thresholds, `share` is the fraction of the way to the next. */
type GapPosition = { element: number; share: number };

/** Returns the position for companies whose previous day was before `firstDay`, in the series of `day` or of the month starting with it. */
export function positionOf(day: number, firstDay: number): GapPosition {
  const gap = day - firstDay + 1;
  const element = reachedThresholds(gap);
  const from = itemAt(gapThresholds, element - 1);
  const to = gapThresholds[element];
  return { element, share: to === undefined ? 0 : (gap - from) / (to - from) };
}

type GapChange = { day: number; gap: number | null; companies: number };

/**
 * Returns how the gaps of one company change when its days with visits change. Both lists must be sorted, and need only contain the added
 * and removed days and their neighbors, because other gaps do not change.
 */
export function gapChanges(before: readonly number[], after: readonly number[]): GapChange[] {
  const changes = new Map<string, GapChange>();
  const count = (days: readonly number[], companies: number) => {
    for (const [index, day] of days.entries()) {
      const gap = index === 0 ? null : day - itemAt(days, index - 1);
      const key = `${day} ${gap}`;
      const change = changes.get(key);
      if (change) change.companies += companies;
      else changes.set(key, { day, gap, companies });
    }
  };
  count(before, -1);
  count(after, 1);
  return [...changes.values()].filter(({ companies }) => companies !== 0);
}

export function dayNumber(day: string): number {
  return Date.parse(day) / dayMs;
}

export function dayOfNumber(number: number): string {
  return new Date(number * dayMs).toISOString().slice(0, 10);
}
