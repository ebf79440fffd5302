import { companyOfDomain } from '../company-of-domain.ts';
import type { Evidence } from '../evidence.ts';
import type { LearnedDomain } from '../facts.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';

/** One person may sit in a café; several of one company at one address make an office. */
const weightByVisitors = [0, 0.4, 0.65, 0.8];
const mostWeight = 0.85;

/** Visitors who were seen at this address left e-mail addresses of the same employer. */
export function learnedAddressEvidence(learned: readonly LearnedDomain[], organizations: OrganizationDirectory): Evidence[] {
  const total = learned.reduce((sum, { visitorCount }) => sum + visitorCount, 0);
  return learned
    .filter(({ visitorCount }) => visitorCount > 0)
    .map(({ domain, visitorCount }) => {
      const share = visitorCount / total;
      const people = visitorCount === 1 ? 'one visitor' : `${visitorCount} visitors`;
      return {
        source: 'learned_address',
        company: companyOfDomain(domain, organizations, 'visitors'),
        weight: (weightByVisitors[visitorCount] ?? mostWeight) * share,
        detail: `${people} at this address left an e-mail address of ${domain}`,
      };
    });
}
