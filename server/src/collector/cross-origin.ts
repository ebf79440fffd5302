const anyone = ['access-control-allow-origin', '*', 'cross-origin-resource-policy', 'cross-origin'];

/**
 * Lets the pages of every site send to us. Beacons come with the credentials mode of the page, for which browsers refuse an
 * asterisk, so the origin is named; nothing here looks at cookies.
 */
export function allowOrigin(origin: string | undefined): string[] {
  if (origin === undefined || origin.length > 300 || !/^[\x21-\x7e]+$/.test(origin)) return anyone;
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

/** The answer to a browser that asks before it sends JSON. */
export const preflightHeaders = {
  'access-control-allow-methods': 'POST, GET',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '86400',
};
