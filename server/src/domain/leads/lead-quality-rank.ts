import type { LeadQuality } from './lead-quality.ts';

/** The values by which a lead is ranked: its quality before rounding, then its visits and page views. */
type Ranked = { quality: LeadQuality; visits: number; pageViews: number };

/** The quality of a lead compared with that of the account's newest leads in the interval. */
type RankedQuality = LeadQuality & {
  /** The tenth of these leads to which it belongs: 10 for the best, 1 for the lowest. The score, 0 to 10, if there are too few leads. */
  rank: number;
  /** Share of these leads with a lower quality, 0 to 1. Null if there are too few leads. */
  percentile: number | null;
};

const minLeads = 20;

/** Sort value of a lead. Quality has steps of 0.125, so visits and page views only decide between leads of equal quality. */
export function qualitySortValue({ quality: { breakdown }, visits, pageViews }: Ranked): number {
  return breakdown.depth + breakdown.completeness + Math.min(visits, 99) / 1000 + Math.min(pageViews, 99) / 1_000_000;
}

/** Ranks a lead among the sort values of other leads, in ascending order. */
export function rankQuality(lead: Ranked, sortValues: readonly number[]): RankedQuality {
  if (sortValues.length < minLeads) return { ...lead.quality, rank: lead.quality.score, percentile: null };
  const percentile = countBelow(sortValues, qualitySortValue(lead)) / sortValues.length;
  return { ...lead.quality, rank: Math.min(10, Math.floor(percentile * 10) + 1), percentile };
}

/** Binary search. The tolerance covers the rounding of floating-point numbers in the database. */
function countBelow(sortValues: readonly number[], value: number): number {
  let from = 0;
  let to = sortValues.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sortValues[middle] ?? 0) < value - 1e-9) from = middle + 1;
    else to = middle;
  }
  return from;
}
