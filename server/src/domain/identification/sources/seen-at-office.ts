import type { Evidence } from '../evidence.ts';
import type { VisitorFacts } from '../facts.ts';

const weight = 0.8;
const maxAgeDays = 180;

/** Evidence from an earlier visit from a company's own network, as the visitor may work from home today. Decays over time. */
export function seenAtOfficeEvidence(office: VisitorFacts['office']): Evidence | null {
  if (office == null || office.ageDays >= maxAgeDays) return null;
  const days = Math.floor(office.ageDays);
  const freshness = 1 - days / maxAgeDays;
  return {
    source: 'seen_at_office',
    company: office.company,
    weight: weight * office.confidence * freshness,
    detail: `the same visitor came from ${office.company.name} ${days === 0 ? 'less than a day' : days === 1 ? 'a day' : `${days} days`} before or after`,
  };
}
