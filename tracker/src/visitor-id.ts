import { cookieLifetimeSeconds } from './config.ts';
import { guarded } from './guarded.ts';

/** If there is no cookie, the error is caught. */
export const readVisitorId = guarded(() => document.cookie.match(/\b_leadlight=([\w-]+)/)![1]);

/**
 * Writes the id to the cookie and returns what was stored: nothing if cookies are rejected, because other storage would circumvent
 * that choice. Without an id the cookie is removed.
 */
export const writeVisitorId = guarded((id = '') => {
  document.cookie = `_leadlight=${id};path=/;samesite=lax;max-age=${id ? cookieLifetimeSeconds : 0}${isSecureContext ? ';secure' : ''}`;
  return readVisitorId();
});
