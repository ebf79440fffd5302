import { type CompanyReference, companyReference } from './company-reference.ts';
import type { FactOrigin } from './fact-origin.ts';
import type { OrganizationDirectory } from './organization-directory.ts';

/** The company that uses a domain. Until its name is known it is called by the domain: nothing is invented. */
export function companyOfDomain(domain: string, organizations: OrganizationDirectory, origin: FactOrigin): CompanyReference {
  return organizations.byDomain(domain)?.company ?? { ...companyReference({ domain, name: domain }), origin };
}
