import { isIP } from 'node:net';

/** The site that passkeys belong to. Browsers do not offer them on other sites. */
export type RelyingParty = { id: string; origin: string };

/** Returns null if browsers do not allow passkeys at this URL: with an IP address, or without HTTPS except on localhost. */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isIpAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return !isIpAddress && (protocol === 'https:' || hostname === 'localhost') ? { id: hostname, origin } : null;
}
