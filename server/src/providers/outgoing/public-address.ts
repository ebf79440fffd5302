import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import ipaddr from 'ipaddr.js';

const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** SSRF protection: returns the error for a URL with a private IP address, or null. Hostnames are checked by the lookup. */
export function privateAddressError(target: URL): Error | null {
  const name = target.hostname.replace(/^\[|\]$/g, '');
  return ipaddr.isValid(name) && !isPublic(name) ? notPublicError(name) : null;
}

type LookupCallback = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

/** DNS lookup that returns only public addresses, so that the connection goes to a checked address. */
export function lookupPublic(name: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, []);
    const allowed = addresses.filter(({ address }) => isPublic(address));
    const [first] = allowed;
    if (first === undefined) return callback(notPublicError(name), []);
    if (options.all) return callback(null, allowed);
    callback(null, first.address, first.family);
  });
}

/** Tunnels such as 6to4, Teredo and NAT64 are rejected, because they can reach any address. */
function isPublic(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  return address.range() === 'unicast' && (address instanceof ipaddr.IPv4 || address.match(globalUnicast));
}

function notPublicError(name: string): Error {
  return new Error(`${name} is not a public address: the operator can allow it with WEBHOOK_PRIVATE_ADDRESSES.`);
}
