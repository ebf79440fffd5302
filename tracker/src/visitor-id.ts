import { cookieLifetimeSeconds } from './config.ts';
import { guarded } from './guarded.ts';

export const readVisitorId = guarded(() => document.cookie.match(/\b_leadlight=([\w-]+)/)?.[1]);

/**
 * Writes the id into the cookie and returns what was kept: nothing where cookies are refused, because who refuses them does not
 * want to be known again by another store either. No id removes the cookie.
 */
export const writeVisitorId = guarded((id = '') => {
  document.cookie = `_leadlight=${id};path=/;samesite=lax;max-age=${id ? cookieLifetimeSeconds : 0}${isSecureContext ? ';secure' : ''}`;
  return readVisitorId();
});
