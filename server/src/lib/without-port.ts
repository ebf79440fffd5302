/** Removes the port that some proxies add to an address: `192.0.2.1:443` or `[2001:db8::1]:443`. */
export function withoutPort(address: string): string {
  if (address.startsWith('[')) return address.slice(1, Math.max(1, address.indexOf(']')));
  const colon = address.indexOf(':');
  return colon > 0 && !address.includes(':', colon + 1) ? address.slice(0, colon) : address;
}
