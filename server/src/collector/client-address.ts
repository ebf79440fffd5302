import { normalizeIpAddress, parseIpAddress } from '../lib/ip-address.ts';
import { parseIpRange, rangeContains } from '../lib/ip-range.ts';
import { withoutPort } from '../lib/without-port.ts';
import type { CollectRequest } from './collect-request.ts';

/** Proxies whose `X-Forwarded-For` is trusted: none, all, the nearest n, or those in a list of addresses and ranges. */
export type TrustedProxies = boolean | number | readonly string[];

const namedRanges: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Returns a function that finds the client address of a request: that of the connection, or, behind trusted proxies, the one they added
 * to `X-Forwarded-For`. Untrusted senders cannot influence it.
 */
export function clientAddress(proxies: TrustedProxies): (request: CollectRequest) => string {
  if (proxies === false) return ({ socket }) => addressOfSocket(socket.remoteAddress);
  const isTrusted = trustCheck(proxies);
  return ({ headers, socket }) => {
    let address = addressOfSocket(socket.remoteAddress);
    const forwarded = headers['x-forwarded-for'];
    if (typeof forwarded !== 'string') return address;
    const hops = forwarded.includes(',') ? forwarded.split(',') : [forwarded];
    for (let hop = 0; isTrusted(address, hop); hop++) {
      const added = hops.pop();
      const next = added === undefined ? null : normalizeIpAddress(withoutPort(added.trim()));
      // If a proxy adds something other than an address, the proxy itself is the last known hop.
      if (next === null) break;
      address = next;
    }
    return address;
  };
}

function trustCheck(proxies: true | number | readonly string[]): (address: string, hop: number) => boolean {
  if (proxies === true) return () => true;
  if (typeof proxies === 'number') return (_address, hop) => hop < proxies;
  const ranges = proxies.flatMap((text) => namedRanges[text] ?? [text]).flatMap((text) => parseIpRange(text) ?? []);
  const cache = new Map<string, boolean>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    const address = parseIpAddress(text);
    const isTrusted = address !== null && ranges.some((range) => rangeContains(range, address));
    if (cache.size >= 1000) cache.clear();
    cache.set(text, isTrusted);
    return isTrusted;
  };
}

/** Normalizes the address, because dual-stack sockets report IPv4 addresses in IPv6 form (`::ffff:192.0.2.1`). */
function addressOfSocket(address: string | undefined): string {
  return address === undefined ? '' : (normalizeIpAddress(address) ?? address);
}
