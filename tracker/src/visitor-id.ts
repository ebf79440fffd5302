import { cookieLifetimeSeconds } from './config.ts';
import { guarded } from './guarded.ts';

/**
 * The stored id while its lifetime lasts. An id begins with the time it was made, so that the lifetime binds localStorage
 * too: of two ids the later one is the greater text, to the minute.
 */
export const readVisitorId = guarded(() => {
  const id: string = document.cookie.match(/\b_leadlight=([\w-]+)/)?.[1] || localStorage._leadlight;
  return id > `0${(Date.now() - cookieLifetimeSeconds * 1e3).toString(16)}` ? id : undefined;
});

/** Writes the id into the cookie, or into localStorage where cookies are refused; returns what was kept. No id removes the cookie. */
export const writeVisitorId = guarded((id = ''): string | undefined => {
  document.cookie = `_leadlight=${id};path=/;samesite=lax;max-age=${id ? cookieLifetimeSeconds : 0}${isSecureContext ? ';secure' : ''}`;
  if (id && !readVisitorId()) {
    localStorage._leadlight = id;
  }
  return readVisitorId();
});
