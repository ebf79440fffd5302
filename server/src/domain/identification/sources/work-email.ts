import { companyOfDomain } from '../company-of-domain.ts';
import type { Evidence } from '../evidence.ts';
import { evidenceText } from '../evidence-text.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { workDomain } from '../work-domain.ts';

const weight = 0.9;

/** Evidence from a work e-mail address of the visitor. */
export function workEmailEvidence(email: string | null | undefined, organizations: OrganizationDirectory): Evidence | null {
  const domain = email == null ? null : workDomain(email);
  if (domain === null) return null;
  return {
    source: 'work_email',
    company: companyOfDomain(domain, organizations, 'visitors'),
    weight,
    detail: evidenceText('work_email', { domain }),
  };
}
