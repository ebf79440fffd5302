const anyOrigin = ['access-control-allow-origin', '*', 'cross-origin-resource-policy', 'cross-origin'];

/**
 * Returns CORS headers that allow any site to send events, as a flat array of alternating names and values. Beacons are sent with
 * credentials, for which browsers reject `*`, so the origin is echoed. Cookies are never read.
 */
export function allowOrigin(origin: string | undefined): string[] {
  if (origin === undefined || origin.length > 300 || !/^[\x21-\x7e]+$/.test(origin)) return anyOrigin;
  return [
    'access-control-allow-origin',
    origin,
    'access-control-allow-credentials',
    'true',
    'vary',
    'origin',
    'cross-origin-resource-policy',
    'cross-origin',
  ];
}

/** Response headers for CORS preflight requests. */
export const preflightHeaders = {
  'access-control-allow-methods': 'POST, GET',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};
