import type { Place } from '../../domain/visits/place.ts';
import { countryName } from '../../lib/country-name.ts';
import type { Identifier, Resource } from '../document.ts';
import { stateCode } from '../state-code.ts';

function locationResource(place: Place): Resource {
  return { type: 'locations', id: place.id, attributes: locationAttributes(place) };
}

export function locationAttributes({ countryCode, region, city }: Place): Record<string, unknown> {
  return {
    country: countryName(countryCode),
    country_code: countryCode,
    region,
    region_code: null,
    city,
    state_code: stateCode(countryCode, region),
  };
}

export function locationOf(place: Place | null): { location: { data: Identifier | null } } {
  return { location: { data: place === null ? null : { type: 'locations', id: place.id } } };
}

/** Renders the distinct locations in order of appearance. */
export function includedLocations(places: Iterable<Place | null>): Resource[] {
  const byId = new Map<string, Place>();
  for (const place of places) if (place !== null && !byId.has(place.id)) byId.set(place.id, place);
  return [...byId.values()].map(locationResource);
}
