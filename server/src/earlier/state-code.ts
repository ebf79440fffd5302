import { iso31662 } from 'iso-3166';

const statesByName = new Map(
  iso31662.filter(({ parent }) => parent === 'US').map(({ code, name }) => [name.toLowerCase(), code.slice('US-'.length)]),
);

/** Returns the two-letter code of a US state, or null. */
export function stateCode(countryCode: string | null, region: string | null): string | null {
  return countryCode === 'US' && region !== null ? (statesByName.get(region.toLowerCase()) ?? null) : null;
}
