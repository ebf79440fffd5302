import type { LeadQuality } from './lead-quality.ts';

/** The values by which a lead is ranked: its quality before rounding, then its visits and page views. */
type Ranked = { quality: LeadQuality; visits: number; pageViews: number };

/** The quality of a lead compared with the other leads of the account. */
type RankedQuality = LeadQuality & {
  /** 1 to 10, evenly spread over the leads; 0 to 10 from the score alone while there are too few leads to compare. */
  rank: number;
  /** Percentile rank among the account's leads, 0 to 1. Null while there are too few leads. */
  percentile: number | null;
};

const minLeads = 20;

/** Sort value of a lead. Quality has steps of 0.125, so visits and page views only decide between leads of equal quality. */
export function qualityOrder({ quality: { breakdown }, visits, pageViews }: Ranked): number {
  return breakdown.depth + breakdown.completeness + Math.min(visits, 99) / 1000 + Math.min(pageViews, 99) / 1_000_000;
}

/** Ranks a lead among the sort values of the account's leads, in ascending order. */
export function rankQuality(lead: Ranked, order: readonly number[]): RankedQuality {
  if (order.length < minLeads) return { ...lead.quality, rank: lead.quality.score, percentile: null };
  const lower = countBelow(order, qualityOrder(lead));
  const percentile = lower / order.length;
  return { ...lead.quality, rank: Math.min(10, Math.floor(percentile * 10) + 1), percentile };
}

/** Binary search. The tolerance covers the rounding of floating-point numbers in the database. */
function countBelow(order: readonly number[], value: number): number {
  let from = 0;
  let to = order.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((order[middle] ?? 0) < value - 1e-9) from = middle + 1;
    else to = middle;
  }
  return from;
}
