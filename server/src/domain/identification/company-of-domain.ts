import { type CompanyReference, companyReference } from './company-reference.ts';
import type { FactOrigin } from './fact-origin.ts';
import type { OrganizationDirectory } from './organization-directory.ts';

/** Returns the company that uses a domain. An unknown company is named after its domain. */
export function companyOfDomain(domain: string, organizations: OrganizationDirectory, origin: FactOrigin): CompanyReference {
  return organizations.byDomain(domain)?.company ?? { ...companyReference({ domain, name: domain }), origin };
}
