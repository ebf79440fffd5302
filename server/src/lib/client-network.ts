import { formatIpAddress, parseIpAddress } from './ip-address.ts';

/**
 * What a limit by address counts for. A subscriber line with IPv6 has a whole /64 to choose addresses from, so all of it is one
 * client. Text that is no address stays as it is.
 */
export function clientNetwork(address: string): string {
  const parsed = parseIpAddress(address);
  if (parsed === null) return address;
  if (parsed.version === 4) return formatIpAddress(parsed);
  const [first, second] = parsed.words;
  return `${formatIpAddress({ version: 6, words: [first, second, 0, 0] })}/64`;
}
