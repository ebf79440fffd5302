import { formatIpAddress, parseIpAddress } from './ip-address.ts';

/**
 * The key for rate limits by address. An IPv6 subscriber has a whole /64, so all its addresses count as one client. Ports added by
 * proxies are ignored, and all invalid addresses share one key, because a sender could invent any number of them.
 */
export function clientNetwork(address: string): string {
  const parsed = parseIpAddress(address) ?? parseIpAddress(address.replace(/:\d{1,5}$/, ''));
  if (parsed === null) return 'unknown';
  if (parsed.version === 4) return formatIpAddress(parsed);
  const [first, second] = parsed.words;
  return `${formatIpAddress({ version: 6, words: [first, second, 0, 0] })}/64`;
}
