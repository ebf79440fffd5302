import type { Verdict } from './identify.ts';

const officeConfidence = 0.8;
const networkSources = new Set(['operator_rule', 'as_organization', 'netblock', 'imported_database', 'reverse_dns']);

/** Whether a verdict, made without regard to the visitor, shows that the address is inside a company. */
export function isOffice({ company, confidence, evidence }: Verdict): boolean {
  if (company === null || confidence < officeConfidence) return false;
  return evidence.some((item) => item.company?.key === company.key && networkSources.has(item.source) && item.weight > 0.5);
}

/** Where a visitor was seen at work, and when. */
export type SeenOffice = { atMs: number; companyId: string; confidence: number };

/** Whether the company, how sure that is, or the day is another. Confidences are kept in single precision. */
export function isOtherOffice(known: SeenOffice, seen: SeenOffice): boolean {
  return (
    known.companyId !== seen.companyId ||
    Math.fround(known.confidence) !== Math.fround(seen.confidence) ||
    Math.floor(known.atMs / 86_400_000) !== Math.floor(seen.atMs / 86_400_000)
  );
}

/** The later of two; at the same moment the company with the greater id counts, so that it does not matter which was seen first. */
export function latestOffice(known: SeenOffice | null, seen: SeenOffice): SeenOffice {
  if (known === null || known.atMs < seen.atMs) return seen;
  if (known.atMs > seen.atMs) return known;
  if (known.companyId !== seen.companyId) return BigInt(known.companyId) < BigInt(seen.companyId) ? seen : known;
  return known.confidence < seen.confidence ? seen : known;
}
