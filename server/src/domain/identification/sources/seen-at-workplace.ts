import type { Evidence } from '../evidence.ts';
import { evidenceText } from '../evidence-text.ts';
import type { VisitorFacts } from '../facts.ts';

const weight = 0.8;
const maxAgeDays = 180;

/** Evidence from another visit from a company's own network: the visitor may work from home today. Decays with the days in between. */
export function seenAtWorkplaceEvidence(workplace: VisitorFacts['workplace']): Evidence | null {
  if (workplace == null || workplace.ageDays >= maxAgeDays) return null;
  const days = Math.floor(workplace.ageDays);
  const freshness = 1 - days / maxAgeDays;
  return {
    source: 'seen_at_office',
    company: workplace.company,
    weight: weight * workplace.confidence * freshness,
    detail: workplaceText(workplace.company.name, days),
  };
}

function workplaceText(company: string, days: number): string {
  if (days > 1) return evidenceText('workplace_days', { company, days });
  return evidenceText(days === 0 ? 'workplace_same_day' : 'workplace_next_day', { company });
}
