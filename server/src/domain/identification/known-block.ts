import { formatIpAddress, parseIpAddress } from '../../lib/ip-address.ts';
import { addressBits, blockAround, compareIpAddresses, type IpRange, parseIpRange } from '../../lib/ip-range.ts';
import { addressKey } from './address-key.ts';
import type { OperatorRule } from './operator-rule.ts';

/** What is still known of where a past visit came from: one address, its neighbourhood, or only its network. */
export type KnownBlock = { range: IpRange; cidr: string; ip: string };

export type Trace = { ip: string | null; addressKey: string | null; networkCidr: string | null };

/** An address that was kept whole has the key that was made of it; what was truncated has not. */
export function knownBlock({ ip, addressKey: key, networkCidr }: Trace, secret: Buffer): KnownBlock | null {
  const address = ip === null ? null : parseIpAddress(ip);
  if (address !== null) {
    const isWhole = key !== null && addressKey(secret, address) === key;
    const prefix = isWhole ? addressBits(address) : address.version === 4 ? 24 : 48;
    const range = blockAround(address, prefix);
    return { range, cidr: `${formatIpAddress(range.first)}/${prefix}`, ip: formatIpAddress(range.first) };
  }
  const range = networkCidr === null ? null : parseIpRange(networkCidr);
  return range === null || networkCidr === null ? null : { range, cidr: networkCidr, ip: formatIpAddress(range.first) };
}

/** The rules that surely hold for the visit: those for all that is known of it, and those for its very address. */
export function rulesForBlock(rules: readonly OperatorRule[], block: KnownBlock, key: string | null, secret: Buffer): OperatorRule[] {
  return rules.flatMap((rule) => {
    if (rule.match.kind === 'domain') return [rule];
    const { first, last } = rule.match.range;
    if (compareIpAddresses(first, block.range.first) <= 0 && compareIpAddresses(last, block.range.last) >= 0) return [rule];
    const isSingle = compareIpAddresses(first, last) === 0;
    if (!isSingle || key === null || addressKey(secret, first) !== key) return [];
    return [{ ...rule, match: { kind: 'range', range: { first: block.range.first, last: block.range.first } } }];
  });
}
