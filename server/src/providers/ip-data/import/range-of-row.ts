import { type IpAddress, ipv6WordsOf, parseIpAddress } from '../../../lib/ip-address.ts';
import { compareIpAddresses, type IpRange, parseIpRange } from '../../../lib/ip-range.ts';
import type { Row } from '../adapters/adapter.ts';

const pairs = [
  ['start_ip', 'end_ip'],
  ['ip_start', 'ip_end'],
  ['ip_from', 'ip_to'],
] as const;

/** Returns the addresses of a row, given as a block, as first and last address, or as a single address. Null if they are invalid. */
export function rangeOfRow(row: Row): IpRange | null {
  for (const field of ['network', 'cidr', 'range']) {
    const value = row(field);
    if (typeof value === 'string' && value !== '') return parseIpRange(value);
  }
  for (const [from, to] of pairs) {
    const first = addressOf(row(from));
    const last = addressOf(row(to));
    if (first === undefined && last === undefined) continue;
    if (first == null || last == null || first.version !== last.version || compareIpAddresses(first, last) > 0) return null;
    return { first, last };
  }
  const single = addressOf(row('ip'));
  return single == null ? null : { first: single, last: single };
}

/** Returns undefined if the row has no such field. Numbers of up to 32 bits are IPv4 addresses, larger ones IPv6. */
function addressOf(value: unknown): IpAddress | null | undefined {
  if (value === undefined || value === '') return undefined;
  const text = String(value).trim();
  if (!/^\d+$/.test(text)) return parseIpAddress(text);
  if (text.length > 39) return null;
  const number = BigInt(text);
  if (number <= 0xffffffffn) return { version: 4, value: Number(number) };
  const words = ipv6WordsOf(number);
  // IPv4-mapped IPv6 is IPv4.
  return words[0] === 0 && words[1] === 0 && words[2] === 0xffff ? { version: 4, value: words[3] } : { version: 6, words };
}
