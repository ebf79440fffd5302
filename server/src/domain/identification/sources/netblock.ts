import type { IpAddress } from '../../../lib/ip-address.ts';
import { cidrWithin } from '../../../lib/ip-range.ts';
import type { Evidence } from '../evidence.ts';
import type { Netblock } from '../facts.ts';

const weight = 0.85;

/** A block of addresses that the company directory assigns to a company. */
export function netblockEvidence(netblocks: readonly Netblock[], address: IpAddress): Evidence[] {
  return netblocks.map(({ range, company }) => ({
    source: 'netblock',
    company,
    weight,
    detail: `${blockName(cidrWithin(range, address))} is listed for ${company.name}`,
  }));
}

/** Evidence is stored with the visit: a block that is hardly more than the visitor's address is not named. */
function blockName(cidr: string): string {
  const prefix = Number(cidr.slice(cidr.indexOf('/') + 1));
  return prefix > (cidr.includes(':') ? 48 : 24) ? 'a small block with this address' : `the block ${cidr}`;
}
