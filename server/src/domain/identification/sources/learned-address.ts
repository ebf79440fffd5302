import { companyOfDomain } from '../company-of-domain.ts';
import type { Evidence } from '../evidence.ts';
import { evidenceText } from '../evidence-text.ts';
import type { LearnedDomain } from '../facts.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';

/** A single person may be in a café; several from one company at one address indicate a workplace. */
const weightByVisitors = [0, 0.4, 0.65, 0.8];
const maxWeight = 0.85;

/** Evidence from visitors at this address who left e-mail addresses of the same employer. */
export function learnedAddressEvidence(learned: readonly LearnedDomain[], organizations: OrganizationDirectory): Evidence[] {
  const total = learned.reduce((sum, { visitorCount }) => sum + visitorCount, 0);
  return learned
    .filter(({ visitorCount }) => visitorCount > 0)
    .map(({ domain, visitorCount }) => {
      const share = visitorCount / total;
      return {
        source: 'learned_address',
        company: companyOfDomain(domain, organizations, 'visitors'),
        weight: (weightByVisitors[visitorCount] ?? maxWeight) * share,
        detail: visitorCount === 1 ? evidenceText('learned_one', { domain }) : evidenceText('learned', { visitors: visitorCount, domain }),
      };
    });
}
