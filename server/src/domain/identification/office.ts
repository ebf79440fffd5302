import type { Verdict } from './identify.ts';

const officeConfidence = 0.8;
const networkSources = new Set(['operator_rule', 'as_organization', 'netblock', 'imported_database', 'reverse_dns']);

/** True if a verdict, made without regard to the visitor, places the address inside a company. */
export function isOffice<Given extends Verdict>(verdict: Given): verdict is Given & { company: NonNullable<Given['company']> } {
  const { company, confidence, evidence } = verdict;
  if (company === null || confidence < officeConfidence) return false;
  return evidence.some((item) => item.company?.key === company.key && networkSources.has(item.source) && item.weight > 0.5);
}

/** A company network in which a visitor was seen. */
export type SeenOffice = { atMs: number; companyId: string; confidence: number };

/** Compares company, confidence and day. Confidences are stored in single precision. */
export function isOtherOffice(known: SeenOffice, seen: SeenOffice): boolean {
  return (
    known.companyId !== seen.companyId ||
    Math.fround(known.confidence) !== Math.fround(seen.confidence) ||
    Math.floor(known.atMs / 86_400_000) !== Math.floor(seen.atMs / 86_400_000)
  );
}

/** Returns the later one. At equal times the higher company id wins, so the order of events does not matter. */
export function latestOffice(known: SeenOffice | null, seen: SeenOffice): SeenOffice {
  if (known === null || known.atMs < seen.atMs) return seen;
  if (known.atMs > seen.atMs) return known;
  if (known.companyId !== seen.companyId) return BigInt(known.companyId) < BigInt(seen.companyId) ? seen : known;
  return known.confidence < seen.confidence ? seen : known;
}
