import type { IpAddress } from './ip-address.ts';
import { type IpRange, parseIpRange, rangeContains } from './ip-range.ts';
import { required } from './required.ts';

export const ipClasses = [
  'public',
  'private',
  'loopback',
  'link_local',
  'shared',
  'multicast',
  'documentation',
  'benchmarking',
  'unspecified',
  'reserved',
] as const;

/** Purpose of an address according to the IANA special-purpose registries (RFC 6890 and its successors). */
type IpClass = (typeof ipClasses)[number];

// The first matching block wins.
const blocks: [string, IpClass][] = [
  ['0.0.0.0/32', 'unspecified'],
  ['0.0.0.0/8', 'reserved'],
  ['10.0.0.0/8', 'private'],
  ['100.64.0.0/10', 'shared'],
  ['127.0.0.0/8', 'loopback'],
  ['169.254.0.0/16', 'link_local'],
  ['172.16.0.0/12', 'private'],
  ['192.0.0.9/32', 'public'],
  ['192.0.0.10/32', 'public'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'documentation'],
  ['192.88.99.0/24', 'reserved'],
  ['192.168.0.0/16', 'private'],
  ['198.18.0.0/15', 'benchmarking'],
  ['198.51.100.0/24', 'documentation'],
  ['203.0.113.0/24', 'documentation'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  ['64:ff9b::/96', 'public'],
  ['2001:db8::/32', 'documentation'],
  ['2001:2::/48', 'benchmarking'],
  ['3fff::/20', 'documentation'],
  // The rest of global unicast is public; everything outside it is not.
  ['2000::/3', 'public'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link_local'],
  ['ff00::/8', 'multicast'],
  ['::/0', 'reserved'],
];

const ranges = blocks.map(([cidr, ipClass]): [IpRange, IpClass] => [required(parseIpRange(cidr), cidr), ipClass]);
const version6Ranges = ranges.filter(([range]) => range.first.version === 6);
// Compared as plain numbers, because every visit is classified.
const version4Blocks = ranges.flatMap(([{ first, last }, name]) =>
  first.version === 4 && last.version === 4 ? [{ first: first.value, last: last.value, name }] : [],
);

export function ipClass(address: IpAddress): IpClass {
  if (address.version === 4) {
    const { value } = address;
    for (const { first, last, name } of version4Blocks) if (value >= first && value <= last) return name;
    return 'public';
  }
  for (const [range, name] of version6Ranges) if (rangeContains(range, address)) return name;
  return 'public';
}

/** Explains why an address cannot belong to a company. */
export function explainIpClass(name: Exclude<IpClass, 'public'>): string {
  return explanations[name];
}

const explanations: Record<Exclude<IpClass, 'public'>, string> = {
  private: 'a private address, used inside a network and never seen on the internet',
  loopback: 'a loopback address, the machine itself',
  link_local: 'a link-local address, valid only within one network segment',
  shared: "an address shared inside a provider's network (carrier-grade NAT)",
  multicast: 'a multicast address, which has no single owner',
  documentation: 'an address reserved for examples in documents',
  benchmarking: 'an address reserved for benchmarks of network equipment',
  unspecified: 'the unspecified address',
  reserved: 'a reserved address that nobody may use on the internet',
};
