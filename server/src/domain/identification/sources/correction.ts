import type { Correction } from '../correction.ts';
import type { Evidence } from '../evidence.ts';
import { evidenceText } from '../evidence-text.ts';

/** Corrections always have full weight. */
export function correctionEvidence(correction: Correction): Evidence {
  const subject = correction.match.kind === 'domain' ? 'domain' : 'address';
  const company = correction.effect.kind === 'company' ? correction.effect.company : null;
  const detail = {
    company: evidenceText('rule_company', { subject, company: company?.name ?? '' }),
    not_a_company: evidenceText('rule_not_a_company', { subject }),
    ignore: evidenceText('rule_ignore', { subject }),
  }[correction.effect.kind];
  return { source: 'operator_rule', company, weight: 1, detail };
}
