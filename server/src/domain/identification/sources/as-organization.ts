import type { Evidence } from '../evidence.ts';
import type { NetworkAssessment } from '../network-assessment.ts';

/** Evidence from the holder of the network, or the reason why the holder is not the visitor's company. */
export function asOrganizationEvidence({ company, companyWeight, explanation }: NetworkAssessment): Evidence {
  return company === null
    ? { source: 'network_kind', company: null, weight: 0, detail: explanation }
    : { source: 'as_organization', company, weight: companyWeight, detail: explanation };
}
