/** Returns where the query of the sign-in page asks to continue: an authorization request of an app, or the page that was requested first. */
export function continuePath(search: string): string | null {
  const path = new URLSearchParams(search).get('continue') ?? '';
  // Prevents open redirects: only paths of this service, not `//host` or `/\host`. Browsers ignore tabs and line breaks in URLs.
  return /^\/(?![/\\])[!-~]*$/.test(path) ? path : null;
}
