import type { FactOrigin } from './fact-origin.ts';
import type { OrganizationKind } from './network-kind.ts';
import { nameKey } from './organization-name.ts';

/** A company named by evidence, before it is found in or added to the directory. */
export type CompanyReference = {
  /** Equal for references that are known to mean the same company. */
  readonly key: string;
  readonly domain: string | null;
  readonly name: string;
  readonly countryCode: string | null;
  /** Other keys of the same company, from its additional domains in the directory. */
  readonly otherKeys?: readonly string[];
  /** Kind of a new record; defaults to business. */
  readonly kind?: OrganizationKind;
  /** Origin of a new record; defaults to the registration of the network. */
  readonly origin?: FactOrigin;
};

/** The limit of imports. A far longer name, such as one with an unclosed quote in a file, would not fit into the index of names. */
export const maxNameLength = 200;

/** Uses the domain as the key or, without a domain, the name with the country, because names are unique only within a country. */
export function companyReference(company: { domain: string | null; name: string; countryCode?: string | null }): CompanyReference {
  const { domain, countryCode = null } = company;
  const name = company.name.length > maxNameLength ? company.name.slice(0, maxNameLength).toWellFormed() : company.name;
  const key = domain === null ? `name:${nameKey(name)}:${countryCode ?? ''}` : `domain:${domain}`;
  return { key, domain, name, countryCode };
}
