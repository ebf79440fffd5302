import { isIP } from 'node:net';

/** The site that passkeys belong to: browsers offer them on no other site. */
export type RelyingParty = { id: string; origin: string };

/** Null where browsers allow no passkeys: at an IP address, and without HTTPS except on localhost. */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isIpAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return !isIpAddress && (protocol === 'https:' || hostname === 'localhost') ? { id: hostname, origin } : null;
}
