import { companyReference } from '../../domain/identification/company-reference.ts';
import type { ImportedMatch } from '../../domain/identification/facts.ts';
import type { Location } from '../../domain/identification/location-directory.ts';
import type { NetworkKind } from '../../domain/identification/network-kind.ts';
import { displayName } from '../../domain/identification/organization-name.ts';

// Terms for the kind of a network in various databases.
const kinds: Record<string, NetworkKind> = {
  business: 'business',
  education: 'education',
  college: 'education',
  school: 'education',
  library: 'education',
  government: 'government',
  military: 'government',
  isp: 'isp',
  residential: 'isp',
  cafe: 'isp',
  traveler: 'isp',
  router: 'isp',
  cellular: 'mobile',
  mobile: 'mobile',
  hosting: 'hosting',
  search_engine_spider: 'hosting',
  content_delivery_network: 'cdn',
  consumer_privacy_network: 'vpn',
  vpn: 'vpn',
};

/** Returns the company in a record of an operator's database, in any of the three common shapes. */
export function matchOfRecord(record: unknown, database: string): ImportedMatch | null {
  const traits = objectAt(record, 'traits');
  const name = textAt(record, 'company_name') ?? textAt(traits, 'organization');
  const type = textAt(record, 'company_type') ?? textAt(record, 'as_type') ?? textAt(traits, 'user_type');
  const kind = type === null ? null : (kinds[type.toLowerCase()] ?? null);
  const isProviderName =
    name !== null && name === (textAt(traits, 'isp') ?? textAt(traits, 'autonomous_system_organization')) && kind === null;
  const domain =
    textAt(record, 'company_domain') ??
    (textAt(record, 'company_name') === null ? null : textAt(record, 'as_domain')) ??
    textAt(traits, 'domain');
  if (name === null || isProviderName) return kind === null ? null : { database, company: null, kind };
  return {
    database,
    company: companyReference({ name: displayName(name), domain: domain?.toLowerCase() ?? null, countryCode: countryOf(record) }),
    kind,
  };
}

/** Returns the location in a record. */
export function locationOfRecord(record: unknown): Location | null {
  const countryCode = countryOf(record);
  if (countryCode === null) return null;
  const place = objectAt(record, 'location');
  const subdivision = arrayAt(record, 'subdivisions')[0];
  return {
    countryCode,
    region: textAt(record, 'region') ?? textAt(record, 'state1') ?? englishName(subdivision),
    city: textAt(record, 'city') ?? englishName(objectAt(record, 'city')),
    postalCode: textAt(record, 'postcode') ?? textAt(record, 'postal_code') ?? textAt(objectAt(record, 'postal'), 'code'),
    latitude: numberAt(record, 'latitude') ?? numberAt(place, 'latitude'),
    longitude: numberAt(record, 'longitude') ?? numberAt(place, 'longitude'),
  };
}

function countryOf(record: unknown): string | null {
  const code = textAt(record, 'country_code') ?? textAt(objectAt(record, 'country'), 'iso_code') ?? textAt(record, 'country');
  return code !== null && /^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : null;
}

function englishName(place: unknown): string | null {
  return textAt(objectAt(place, 'names'), 'en');
}

function valueAt(record: unknown, key: string): unknown {
  return typeof record === 'object' && record !== null && !Array.isArray(record) ? (record as Record<string, unknown>)[key] : undefined;
}

function textAt(record: unknown, key: string): string | null {
  const value = valueAt(record, key);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
}

function numberAt(record: unknown, key: string): number | null {
  const value = valueAt(record, key);
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function objectAt(record: unknown, key: string): unknown {
  const value = valueAt(record, key);
  return typeof value === 'object' ? value : null;
}

function arrayAt(record: unknown, key: string): unknown[] {
  const value = valueAt(record, key);
  return Array.isArray(value) ? value : [];
}
