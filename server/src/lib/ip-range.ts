import { addressNumber, formatIpAddress, type IpAddress, type Ipv6Words, parseIpAddress } from './ip-address.ts';

/** First and last address of a block, inclusive, of the same IP version. */
export type IpRange = { readonly first: IpAddress; readonly last: IpAddress };

/** Parses `192.0.2.0/24`, `192.0.2.0-192.0.2.9`, or a single address. Host bits of a CIDR are cleared. */
export function parseIpRange(text: string): IpRange | null {
  const trimmed = text.trim();
  const slash = trimmed.indexOf('/');
  if (slash >= 0) return parseCidr(trimmed.slice(0, slash), trimmed.slice(slash + 1));
  const dash = trimmed.indexOf('-');
  if (dash < 0) {
    const only = parseIpAddress(trimmed);
    return only === null ? null : { first: only, last: only };
  }
  const first = parseIpAddress(trimmed.slice(0, dash).trim());
  const last = parseIpAddress(trimmed.slice(dash + 1).trim());
  if (first === null || last === null || first.version !== last.version) return null;
  return compareIpAddresses(first, last) > 0 ? null : { first, last };
}

/** Returns the canonical notation of an address, block or range; null if it is invalid. */
export function normalizeIpRange(text: string): string | null {
  const range = parseIpRange(text);
  if (range === null) return null;
  if (text.includes('/')) return cidrWithin(range, range.first);
  const first = formatIpAddress(range.first);
  return text.includes('-') ? `${first}-${formatIpAddress(range.last)}` : first;
}

function parseCidr(addressText: string, prefixText: string): IpRange | null {
  const address = parseIpAddress(addressText);
  if (address === null || !/^\d{1,3}$/.test(prefixText)) return null;
  const mappedBits = address.version === 4 && addressText.includes(':') ? 96 : 0;
  const prefix = Number(prefixText) - mappedBits;
  if (prefix < 0 || prefix > addressBits(address)) return null;
  return blockAround(address, prefix);
}

/** Returns the block of a given prefix length that contains the address. */
export function blockAround(address: IpAddress, prefix: number): IpRange {
  if (address.version === 4) {
    const first = bitAnd(address.value, mask(prefix));
    const last = (first | ~mask(prefix)) >>> 0;
    return { first: { version: 4, value: first }, last: { version: 4, value: last } };
  }
  const first = mapWords((index) => bitAnd(address.words[index] ?? 0, mask(prefix - index * 32)));
  const last = mapWords((index) => ((first[index] ?? 0) | ~mask(prefix - index * 32)) >>> 0);
  return { first: { version: 6, words: first }, last: { version: 6, words: last } };
}

/** Returns the largest CIDR block that contains the address and lies within the range. */
export function cidrWithin(range: IpRange, address: IpAddress): string {
  const prefix =
    address.version === 4 && range.first.version === 4 && range.last.version === 4
      ? ipv4PrefixWithin(range.first.value, range.last.value, address.value)
      : prefixWithin(range, address);
  return `${formatIpAddress(blockAround(address, prefix).first)}/${prefix}`;
}

/** Returns the prefix length of a CIDR block. */
export function cidrPrefix({ first, last }: IpRange): number {
  return prefixWithin({ first, last }, first);
}

function prefixWithin(range: IpRange, address: IpAddress): number {
  let prefix = addressBits(address);
  while (prefix > 0) {
    const wider = blockAround(address, prefix - 1);
    if (compareIpAddresses(wider.first, range.first) < 0 || compareIpAddresses(wider.last, range.last) > 0) break;
    prefix--;
  }
  return prefix;
}

/** Uses plain numbers, because it runs for every visit. */
function ipv4PrefixWithin(first: number, last: number, value: number): number {
  let prefix = 32;
  while (prefix > 0) {
    const wider = mask(prefix - 1);
    const start = bitAnd(value, wider);
    if (start < first || (start | ~wider) >>> 0 > last) break;
    prefix--;
  }
  return prefix;
}

export function rangeContains(range: IpRange, address: IpAddress): boolean {
  if (range.first.version !== address.version) return false;
  return compareIpAddresses(range.first, address) <= 0 && compareIpAddresses(address, range.last) <= 0;
}

/** Orders IPv4 before IPv6, and each by number. */
export function compareIpAddresses(left: IpAddress, right: IpAddress): number {
  if (left.version === 4) return right.version === 4 ? left.value - right.value : -1;
  if (right.version === 4) return 1;
  for (let index = 0; index < 4; index++) {
    const difference = (left.words[index] ?? 0) - (right.words[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** Whether a range is larger than any that one organization uses, as with the typo /2 for /24. */
export function isImplausiblyLarge({ first, last }: IpRange): boolean {
  if (first.version === 4 && last.version === 4) return last.value - first.value >= 2 ** (32 - minPrefix[4]);
  return addressNumber(last) - addressNumber(first) >= 1n << BigInt(128 - minPrefix[6]);
}

/** No organization has a larger block. */
const minPrefix = { 4: 6, 6: 16 };

export function addressBits(address: IpAddress): number {
  return address.version === 4 ? 32 : 128;
}

function mask(prefix: number): number {
  if (prefix <= 0) return 0;
  return prefix >= 32 ? 0xffffffff : (0xffffffff << (32 - prefix)) >>> 0;
}

function bitAnd(left: number, right: number): number {
  return (left & right) >>> 0;
}

function mapWords(word: (index: number) => number): Ipv6Words {
  return [word(0), word(1), word(2), word(3)];
}
