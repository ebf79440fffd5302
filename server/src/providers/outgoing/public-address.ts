import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { parseIpAddress } from '../../lib/ip-address.ts';
import { ipClass } from '../../lib/ip-class.ts';
import { parseIpRange, rangeContains } from '../../lib/ip-range.ts';

/** Ways through which an address of the internet leads to any other, also to one inside. */
const tunnels = ['64:ff9b::/96', '2002::/16', '2001::/32'].map((block) => parseIpRange(block)!);

/** The refusal of an address that is written as a number and leads inside; null for every other. Names are judged by the lookup. */
export function refuseInside(target: URL): Error | null {
  const name = target.hostname.replace(/^\[|\]$/g, '');
  return parseIpAddress(name) && !isPublic(name) ? refused(name) : null;
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** Looks a name up for a connection, which then goes to the very address that was judged. */
export function lookupPublic(name: string, options: LookupOptions, found: Found): void {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    const allowed = addresses.filter(({ address }) => isPublic(address));
    if (allowed.length === 0) return found(refused(name), []);
    if (options.all) return found(null, allowed);
    found(null, allowed[0]!.address, allowed[0]!.family);
  });
}

function isPublic(text: string): boolean {
  const address = parseIpAddress(text);
  return address !== null && ipClass(address) === 'public' && !tunnels.some((block) => rangeContains(block, address));
}

function refused(name: string): Error {
  return new Error(`${name} is not an address of the internet: the operator can allow it with WEBHOOK_PRIVATE_ADDRESSES.`);
}
