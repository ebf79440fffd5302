import { formatIpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { addressBits, blockAround, cidrPrefix, compareIpAddresses, type IpRange, parseIpRange } from '../../lib/ip-range.ts';
import { addressKey } from '../identification/address-key.ts';
import type { Correction } from '../identification/correction.ts';

/** What is still known of where a past visit came from: one address, the block that was kept of it, or only its network. */
export type KnownBlock = { range: IpRange; cidr: string; isWholeAddress: boolean };

type Trace = { ip: string | null; addressKey: string | null; networkCidr: string | null };

/** The smallest block that surely holds the address. A whole address has the key that was made of it; a truncated one has not. */
export function knownBlock({ ip, addressKey: key, networkCidr }: Trace, secret: Buffer): KnownBlock | null {
  const network = networkCidr === null ? null : parseIpRange(networkCidr);
  const address = ip === null ? null : parseIpAddress(ip);
  if (address === null) return network === null ? null : blockOf(network, false);
  if (key !== null && addressKey(secret, address) === key) return blockOf({ first: address, last: address }, true);
  const kept = blockAround(address, address.version === 4 ? 24 : 48);
  return blockOf(network !== null && cidrPrefix(network) > cidrPrefix(kept) ? network : kept, false);
}

function blockOf(range: IpRange, isWholeAddress: boolean): KnownBlock {
  const prefix = isWholeAddress ? addressBits(range.first) : cidrPrefix(range);
  return { range, cidr: `${formatIpAddress(range.first)}/${prefix}`, isWholeAddress };
}

/** Whether a rule for a block surely holds for the visit: its block holds all that is known, or it is for the very address. */
export function isRuleForBlock({ match }: Correction, block: KnownBlock | null, key: string | null, secret: Buffer): boolean {
  if (match.kind !== 'range') return false;
  const { first, last } = match.range;
  if (block !== null && compareIpAddresses(first, block.range.first) <= 0 && compareIpAddresses(last, block.range.last) >= 0) return true;
  return key !== null && compareIpAddresses(first, last) === 0 && addressKey(secret, first) === key;
}
