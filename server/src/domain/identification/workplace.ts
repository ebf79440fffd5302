import { utcDayNumber } from '../../lib/utc-day-number.ts';
import type { Verdict } from './identify.ts';

const minWorkplaceConfidence = 0.8;
const networkSources = new Set(['as_organization', 'netblock', 'imported_database', 'reverse_dns']);

/** True if a verdict that was made without facts about the visitor places the address in a company's own network. */
export function isWorkplace<Given extends Verdict>(verdict: Given): verdict is Given & { company: NonNullable<Given['company']> } {
  const { company, confidence, evidence } = verdict;
  if (company === null || confidence < minWorkplaceConfidence) return false;
  const isCorrectedBlock = evidence.length === 1 && evidence[0]?.source === 'operator_rule';
  // Evidence of this weight for another company would have lowered the confidence, so it is for the company of the verdict, or for the
  // one that a correction of its domain replaces.
  return isCorrectedBlock || evidence.some((item) => item.company !== null && networkSources.has(item.source) && item.weight > 0.5);
}

/** A company network in which a visitor was seen. */
export type SeenWorkplace = { atMs: number; companyId: string; confidence: number };

/** True if company, confidence or day differ. Confidences are stored in single precision. */
export function hasWorkplaceChanged(known: SeenWorkplace, seen: SeenWorkplace): boolean {
  return (
    known.companyId !== seen.companyId ||
    Math.fround(known.confidence) !== Math.fround(seen.confidence) ||
    utcDayNumber(known.atMs) !== utcDayNumber(seen.atMs)
  );
}

/** Returns the workplace that was seen later. At equal times the higher company id wins, so the order of events does not matter. */
export function latestWorkplace(known: SeenWorkplace | null, seen: SeenWorkplace): SeenWorkplace {
  if (known === null || known.atMs < seen.atMs) return seen;
  if (known.atMs > seen.atMs) return known;
  if (known.companyId !== seen.companyId) return BigInt(known.companyId) < BigInt(seen.companyId) ? seen : known;
  return known.confidence < seen.confidence ? seen : known;
}
