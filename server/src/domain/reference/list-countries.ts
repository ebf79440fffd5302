import { iso31662 } from 'iso-3166';
import { countryNames } from '../../lib/country-name.ts';

type Region = { code: string; name: string; parentCode: string | null };
type Country = { code: string; name: string; regions: Region[] };

let cached: Country[] | null = null;

/** Lists ISO 3166-1 countries with their ISO 3166-2 regions, by name. A nested region refers to its parent. */
export function listCountries(): Country[] {
  cached ??= buildCountries();
  return cached;
}

function buildCountries(): Country[] {
  const regions = Map.groupBy(iso31662, ({ code }) => code.slice(0, 2));
  return Object.entries(countryNames())
    .map(([code, name]) => ({
      code,
      name,
      regions: (regions.get(code) ?? []).map((region) => ({
        code: region.code,
        name: region.name,
        parentCode: region.parent.includes('-') ? region.parent : null,
      })),
    }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}
