import type { Correction } from '../correction.ts';
import type { Evidence } from '../evidence.ts';

/** Corrections always have full weight. */
export function correctionEvidence(correction: Correction): Evidence {
  const by = correction.match.kind === 'domain' ? 'domain' : 'address';
  const company = correction.effect.kind === 'company' ? correction.effect.company : null;
  const detail = {
    company: `a rule of this account assigns the ${by} to ${company?.name ?? ''}`,
    not_a_company: `a rule of this account says that the ${by} is not a company`,
    ignore: `a rule of this account ignores the ${by}`,
  }[correction.effect.kind];
  return { source: 'operator_rule', company, weight: 1, detail };
}
