import type { Place } from '../../domain/visits/place.ts';
import { countryName } from '../../lib/country-name.ts';
import { stateCode } from '../../lib/region-code.ts';

/** The attributes of a location. */
export function reportLocation({ countryCode, region, city }: Place): Record<string, unknown> {
  return {
    country: countryName(countryCode),
    country_code: countryCode,
    region,
    region_code: null,
    city,
    state_code: stateCode(countryCode, region),
  };
}
