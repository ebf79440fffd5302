import { parse } from 'tldts';
import type { IpAddress } from '../../../lib/ip-address.ts';
import { companyOfDomain } from '../company-of-domain.ts';
import type { Evidence } from '../evidence.ts';
import type { HostName } from '../facts.ts';
import { isGenericHostName } from '../generic-host-name.ts';
import type { OrganizationDirectory } from '../organization-directory.ts';
import { isProviderDomain } from '../provider-domain.ts';

const confirmedWeight = 0.75;
/** Anybody can write any name into the reverse zone of an own address; without the way back it is hearsay. */
const unconfirmedWeight = 0.2;

/** The host name of the address, when it was given by the company that uses it and not made up by its provider. */
export function reverseDnsEvidence(
  hostName: HostName | null | undefined,
  address: IpAddress,
  organizations: OrganizationDirectory,
): Evidence | null {
  if (hostName == null) return null;
  const { domain, isIcann, subdomain } = parse(hostName.name);
  if (domain === null || !isIcann || isProviderDomain(domain) || isGenericHostName(subdomain ?? '', address)) return null;
  const company = companyOfDomain(domain, organizations, 'network');
  return hostName.forwardConfirmed
    ? {
        source: 'reverse_dns',
        company,
        weight: confirmedWeight,
        detail: `the address is called a host of ${domain}, which points back to it`,
      }
    : {
        source: 'reverse_dns',
        company,
        weight: unconfirmedWeight,
        detail: `the address is called a host of ${domain}, which does not point back to it`,
      };
}
