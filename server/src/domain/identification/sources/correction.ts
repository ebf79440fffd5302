import type { OperatorRule } from '../correction.ts';
import type { Evidence } from '../evidence.ts';

/** What the account has said itself is not weighed against anything. */
export function operatorRuleEvidence(rule: OperatorRule): Evidence {
  const by = rule.match.kind === 'domain' ? 'domain' : 'address';
  const company = rule.effect.kind === 'company' ? rule.effect.company : null;
  const detail = {
    company: `a rule of this account assigns the ${by} to ${company?.name ?? ''}`,
    not_a_company: `a rule of this account says that the ${by} is not a company`,
    ignore: `a rule of this account ignores the ${by}`,
  }[rule.effect.kind];
  return { source: 'operator_rule', company, weight: 1, detail };
}
