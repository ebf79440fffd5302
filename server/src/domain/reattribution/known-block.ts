import { formatIpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { addressBits, blockAround, cidrPrefix, compareIpAddresses, type IpRange, parseIpRange } from '../../lib/ip-range.ts';
import { addressKey } from '../identification/address-key.ts';
import type { Correction } from '../identification/correction.ts';

/** The smallest known block with the address of a past visit: the address itself, the block of a truncated address, or the network. */
export type KnownBlock = { range: IpRange; cidr: string; isWholeAddress: boolean };

type StoredAddress = { ip: string | null; addressKey: string | null; networkCidr: string | null };

/** Returns the smallest block that certainly contains the address; null if nothing is known. Only a full address matches the stored key. */
export function knownBlock({ ip, addressKey: key, networkCidr }: StoredAddress, secret: Buffer): KnownBlock | null {
  const network = networkCidr === null ? null : parseIpRange(networkCidr);
  const address = ip === null ? null : parseIpAddress(ip);
  if (address === null) return network === null ? null : blockOf(network, false);
  if (key !== null && addressKey(secret, address) === key) return blockOf({ first: address, last: address }, true);
  const truncated = blockAround(address, address.version === 4 ? 24 : 48);
  return blockOf(network !== null && cidrPrefix(network) > cidrPrefix(truncated) ? network : truncated, false);
}

function blockOf(range: IpRange, isWholeAddress: boolean): KnownBlock {
  const prefix = isWholeAddress ? addressBits(range.first) : cidrPrefix(range);
  return { range, cidr: `${formatIpAddress(range.first)}/${prefix}`, isWholeAddress };
}

/** True if a correction certainly applies to the visit: its range contains the whole known block, or it is for exactly this address. */
export function correctionCoversBlock({ match }: Correction, block: KnownBlock | null, key: string | null, secret: Buffer): boolean {
  if (match.kind !== 'range') return false;
  const { first, last } = match.range;
  if (block !== null && compareIpAddresses(first, block.range.first) <= 0 && compareIpAddresses(last, block.range.last) >= 0) return true;
  return key !== null && compareIpAddresses(first, last) === 0 && addressKey(secret, first) === key;
}
