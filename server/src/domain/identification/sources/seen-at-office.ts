import type { Evidence } from '../evidence.ts';
import type { VisitorFacts } from '../facts.ts';

const weight = 0.8;
const forgottenAfterDays = 180;

/** The same visitor came from a company's own network before: today they may work from home. Fades with time. */
export function seenAtOfficeEvidence(office: VisitorFacts['office']): Evidence | null {
  if (office == null || office.ageDays >= forgottenAfterDays) return null;
  const freshness = 1 - office.ageDays / forgottenAfterDays;
  return {
    source: 'seen_at_office',
    company: office.company,
    weight: weight * office.confidence * freshness,
    detail: `the same visitor came from ${office.company.name} ${Math.round(office.ageDays)} days ago`,
  };
}
