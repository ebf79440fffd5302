import { formatIpAddress, parseIpAddress } from './ip-address.ts';

/**
 * What a limit by address counts for. A subscriber line with IPv6 has a whole /64 to choose addresses from, so all of it is one
 * client. Some proxies forward the port too, which is another one for every connection. What is no address at all is one client
 * together: a sender of such text could write a new one each time.
 */
export function clientNetwork(address: string): string {
  const parsed = parseIpAddress(address) ?? parseIpAddress(address.replace(/:\d{1,5}$/, ''));
  if (parsed === null) return 'unknown';
  if (parsed.version === 4) return formatIpAddress(parsed);
  const [first, second] = parsed.words;
  return `${formatIpAddress({ version: 6, words: [first, second, 0, 0] })}/64`;
}
