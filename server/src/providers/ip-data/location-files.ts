import { readFileSync } from 'node:fs';
import { Reader, type Response } from 'maxmind';
import type { Location, LocationDirectory } from '../../domain/identification/location-directory.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { formatIpAddress, type IpAddress } from '../../lib/ip-address.ts';
import { parenthesesAtEnd } from '../../lib/parentheses-at-end.ts';

type CityRecord = {
  country_code?: string;
  state1?: string;
  city?: string;
  postcode?: string;
  latitude?: number;
  longitude?: number;
};

/** Cache size for decoded records: visitors of a site often come from the same places. */
const maxCachedRecords = 10_000;

/**
 * Looks up locations in the two files of the location database. Each is loaded on first use, because together they need more
 * memory than everything else.
 */
export class LocationFiles implements LocationDirectory {
  readonly version: string;
  readonly #paths: Record<4 | 6, string>;
  readonly #readers = new Map<4 | 6, Reader<Response>>();

  constructor(ipv4Path: string, ipv6Path: string, version: string) {
    this.#paths = { 4: ipv4Path, 6: ipv6Path };
    this.version = version;
  }

  find(address: IpAddress): Location | null {
    const record = this.#reader(address.version).get(formatIpAddress(address)) as CityRecord | null;
    return record === null ? null : locationOfRecord(record);
  }

  #reader(version: 4 | 6): Reader<Response> {
    const cached = this.#readers.get(version);
    if (cached !== undefined) return cached;
    const reader = new Reader<Response>(readFileSync(this.#paths[version]), {
      cache: new BoundedMap<string | number, unknown>(maxCachedRecords),
    });
    this.#readers.set(version, reader);
    return reader;
  }
}

function withoutParentheses(city: string): string {
  const start = parenthesesAtEnd(city);
  return start < 0 ? city : city.slice(0, start).trimEnd();
}

function locationOfRecord(record: CityRecord): Location {
  return {
    countryCode: textOrNull(record.country_code),
    region: textOrNull(record.state1),
    // "Hanover (Buchholz-Kleefeld)": the data is not precise enough for districts.
    city: textOrNull(record.city && withoutParentheses(record.city)),
    postalCode: textOrNull(record.postcode),
    latitude: numberOrNull(record.latitude),
    longitude: numberOrNull(record.longitude),
  };
}

function textOrNull(value: string | undefined): string | null {
  return value === undefined || value.trim() === '' ? null : value;
}

/** The data has single-precision numbers; five decimals are about one meter. */
function numberOrNull(value: number | undefined): number | null {
  return value === undefined ? null : Math.round(value * 1e5) / 1e5;
}
