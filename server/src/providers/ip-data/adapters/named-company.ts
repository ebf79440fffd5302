import { parse } from 'tldts';
import { customerName } from '../../../domain/identification/customer-name.ts';
import { displayName } from '../../../domain/identification/organization-name.ts';
import { isProviderDomain } from '../../../domain/identification/provider-domain.ts';
import { placeNameSet } from '../place-name-set.ts';
import type { AddressRecord } from './adapter.ts';

type Named = { name: string | null; domain: string | null; countryCode: string | null };

/**
 * Returns the company of an address in a vendor's database. Vendors copy names from registries: if the name describes a pool or a
 * place, the domain identifies the company better.
 */
export function namedCompany({ name, domain, countryCode }: Named): Pick<AddressRecord, 'company'> {
  const companyDomain = ownDomain(domain, name);
  const kind = name === null ? null : customerName(name, placeNameSet()).kind;
  const isName = kind !== null && kind !== 'pool' && kind !== 'place' && kind !== 'address' && kind !== 'handle' && kind !== 'person';
  if (name !== null && (isName || domain === null)) return { company: { name: displayName(name), domain: companyDomain, countryCode } };
  return domain === null ? {} : { company: { name: companyDomain ?? domain.toLowerCase(), domain: companyDomain, countryCode } };
}

/** Returns the registrable domain, or null if it is a provider's: vendors often give customers the domain of their provider. */
export function ownDomain(domain: string | null, name: string | null): string | null {
  const { domain: registrable, isIcann } = parse(domain?.toLowerCase() ?? '');
  if (registrable === null || !isIcann) return null;
  if (!isProviderDomain(registrable)) return registrable;
  // If name and domain agree, the provider itself uses the block, such as for its offices.
  const label = registrable.slice(0, registrable.indexOf('.'));
  const letters = name?.toLowerCase().replace(/[^a-z0-9]/g, '') ?? '';
  return label.length >= 4 && letters.includes(label) ? registrable : null;
}
