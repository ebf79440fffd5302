import { customerName } from '../../../domain/identification/customer-name.ts';
import { displayName } from '../../../domain/identification/organization-name.ts';
import { isDomainNamedAfter, isNameOfProvider, isProviderDomain } from '../../../domain/identification/provider-domain.ts';
import { registrableDomain } from '../../../lib/registrable-domain.ts';
import { placeNameSet } from '../place-name-set.ts';
import type { AddressRecord } from './adapter.ts';

type Named = {
  name: string | null;
  domain: string | null;
  countryCode: string | null;
  /** Names of the provider that runs the block's network. */
  providers?: readonly (string | null)[];
};

/** Weight of a company whose name describes a pool: too low to identify a company without other evidence. */
const poolWeight = 0.4;

const usableNameKinds: ReadonlySet<string> = new Set(['organization', 'provider', 'shared_place']);

/**
 * Returns the company of an address in a vendor's database. Vendors copy names from registries: if the name describes a pool, a place or
 * nothing, the domain identifies the company better, unless it is the provider's. Never discloses the name of a person.
 */
export function namedCompany({ name, domain, countryCode, providers = [] }: Named): Pick<AddressRecord, 'company' | 'weight'> {
  const classified = name === null ? null : customerName(name, placeNameSet());
  if (name !== null && classified !== null && usableNameKinds.has(classified.kind))
    return { company: { name: displayName(name), domain: ownDomain(domain, name, providers), countryCode } };
  const companyDomain = ownDomain(domain, null, providers);
  const isPool = classified?.kind === 'pool';
  const shownName = companyDomain ?? (isPool ? (domain?.toLowerCase() ?? name) : null);
  if (shownName === null) return {};
  const company = { name: shownName, domain: companyDomain, countryCode };
  return isPool && (classified.isLikely || companyDomain === null) ? { company, weight: poolWeight } : { company };
}

/**
 * Returns the registrable domain, or null if it is that of any provider or of one of the given ones: vendors often give customers the domain
 * of their provider.
 */
export function ownDomain(domain: string | null, name: string | null, providers: readonly (string | null)[] = []): string | null {
  const registrable = registrableDomain(domain?.toLowerCase() ?? '');
  if (registrable === null || registrable.endsWith('.arpa')) return null;
  const belongsToProvider =
    isProviderDomain(registrable) || providers.some((provider) => provider !== null && isDomainNamedAfter(provider, registrable));
  // If name and domain agree, the provider itself uses the block, such as for its offices.
  return belongsToProvider && (name === null || !isNameOfProvider(name, registrable)) ? null : registrable;
}
