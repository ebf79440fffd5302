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
    detail: `the block ${cidrWithin(range, address)} is listed for ${company.name}`,
  }));
}
