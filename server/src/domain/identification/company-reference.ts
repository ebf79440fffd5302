import type { FactOrigin } from './fact-origin.ts';
import type { OrganizationKind } from './network-kind.ts';
import { nameKey } from './organization-name.ts';

/** A company as evidence names it, before it is found in or added to the company directory. */
export type CompanyReference = {
  /** Equal for two references to the same company, as far as they can be told to be. */
  readonly key: string;
  readonly domain: string | null;
  readonly name: string;
  readonly countryCode: string | null;
  /** Keys under which evidence may name the same company, as far as the directory knows them: its further domains. */
  readonly otherKeys?: readonly string[];
  /** What the record will be when it has to be made; a business where nothing else is known. */
  readonly kind?: OrganizationKind;
  /** Who said so, when the record has to be made; the registration of the network where nothing else is said. */
  readonly origin?: FactOrigin;
};

/** A domain tells companies apart by itself; a name does so only within a country. */
export function companyReference(company: { domain: string | null; name: string; countryCode?: string | null }): CompanyReference {
  const { domain, name, countryCode = null } = company;
  const key = domain === null ? `name:${nameKey(name)}:${countryCode ?? ''}` : `domain:${domain}`;
  return { key, domain, name, countryCode };
}
