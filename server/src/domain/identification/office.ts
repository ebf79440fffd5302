import type { Verdict } from './identify.ts';

const officeConfidence = 0.8;
const networkSources = new Set(['operator_rule', 'as_organization', 'netblock', 'imported_database', 'reverse_dns']);

/** Whether a verdict, made without regard to the visitor, shows that the address is inside a company. */
export function isOffice({ company, confidence, evidence }: Verdict): boolean {
  if (company === null || confidence < officeConfidence) return false;
  return evidence.some((item) => item.company?.key === company.key && networkSources.has(item.source) && item.weight > 0.5);
}
