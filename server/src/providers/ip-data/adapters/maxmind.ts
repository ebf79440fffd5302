import { customerName } from '../../../domain/identification/customer-name.ts';
import { nameWords } from '../../../domain/identification/name-words.ts';
import type { NetworkKind } from '../../../domain/identification/network-kind.ts';
import { isUsedByHolder } from '../../../domain/identification/network-kind.ts';
import { placeNameSet } from '../place-name-set.ts';
import type { Adapter, AddressRecord, Product, Row } from './adapter.ts';
import { namedCompany, ownDomain } from './named-company.ts';
import { asn, countryCode, flag, networkOf, number, place, text } from './row-values.ts';

// `traits.user_type` of MaxMind and DB-IP.
const kinds: Record<string, NetworkKind> = {
  business: 'business',
  corporate: 'business',
  college: 'education',
  school: 'education',
  library: 'education',
  government: 'government',
  military: 'government',
  residential: 'isp',
  consumer: 'isp',
  cafe: 'isp',
  traveler: 'isp',
  router: 'isp',
  dialup: 'isp',
  cellular: 'mobile',
  hosting: 'hosting',
  search_engine_spider: 'hosting',
  content_delivery_network: 'cdn',
  consumer_privacy_network: 'vpn',
};

/** Weight of an organization of unknown kind whose name differs from the provider's: it may be a reseller. */
const nameAloneWeight = 0.4;
/** The same, if the name contains a legal form or a word such as "school". */
const likelyCustomerWeight = 0.6;
/** Weight of a domain without a name: it comes from a hostname that the address may no longer have. */
const domainAloneWeight = 0.3;

/** https://dev.maxmind.com/geoip/docs/databases. DB-IP publishes mmdb files with the same fields. */
export const maxmind: Adapter = {
  vendor: 'MaxMind',
  products: [
    {
      name: 'GeoIP2 Enterprise',
      uses: ['company', 'domain', 'kind', 'place'],
      fields: ['country.iso_code|registered_country.iso_code', 'traits.isp', 'traits.organization', 'traits.user_type'],
      read: (row) => ({ ...nestedLocation(row), ...holderOf(row, 'traits.'), ...traits(row, 'traits.') }),
    },
    {
      name: 'GeoIP2 Anonymous IP',
      uses: ['privacy', 'kind'],
      fields: ['is_anonymous', 'is_anonymous_vpn|is_tor_exit_node|is_public_proxy'],
      read: privacy,
    },
    {
      name: 'GeoIP2 ISP',
      uses: ['company', 'kind'],
      fields: ['isp', 'organization', 'autonomous_system_number'],
      without: ['continent', 'usage_type'],
      read: (row) => ({ ...holderOf(row, ''), ...traits(row, '') }),
    },
    {
      name: 'GeoLite2 ASN',
      uses: ['company', 'kind'],
      fields: ['autonomous_system_number', 'autonomous_system_organization'],
      without: ['isp'],
      read: (row) => holderOf(row, ''),
    },
    {
      name: 'GeoIP2 Connection Type',
      uses: ['kind'],
      fields: ['connection_type'],
      without: ['isp', 'organization', 'isp_name'],
      read: (row) => (text(row, 'connection_type') === 'Cellular' ? { kind: 'mobile' } : {}),
    },
    {
      name: 'GeoIP2 Domain',
      uses: ['domain'],
      fields: ['domain'],
      without: ['name', 'size', 'asn', 'isp', 'company', 'company_name'],
      read: domainOnly,
    },
    placeProduct('GeoIP2 or GeoLite2 City', ['country.iso_code', 'city.names.en|location.latitude']),
    placeProduct('GeoIP2 or GeoLite2 Country', ['country.iso_code|registered_country.iso_code']),
    {
      name: 'GeoIP2 or GeoLite2 City (CSV)',
      uses: ['place'],
      fields: ['geoname_id', 'latitude', 'longitude', 'country_iso_code', 'city_name'],
      read: csvLocation,
    },
    {
      name: 'GeoIP2 or GeoLite2 Country (CSV)',
      uses: ['place'],
      fields: ['geoname_id', 'registered_country_geoname_id', 'country_iso_code'],
      without: ['city_name'],
      read: csvLocation,
    },
  ],
};

function placeProduct(name: string, fields: string[]): Product {
  return { name, uses: ['place'], fields, without: ['traits.isp', 'traits.organization'], read: nestedLocation };
}

/** Reads a place in the nested fields of mmdb files. */
export function nestedLocation(row: Row): AddressRecord {
  return place(countryCode(row, 'country.iso_code', 'registered_country.iso_code'), {
    region: text(row, 'subdivisions.0.names.en'),
    city: text(row, 'city.names.en'),
    postalCode: text(row, 'postal.code'),
    latitude: number(row, 'location.latitude'),
    longitude: number(row, 'location.longitude'),
  });
}

/** Reads a row of the Blocks file, already joined with its row of the Locations file. */
function csvLocation(row: Row): AddressRecord {
  return place(countryCode(row, 'country_iso_code'), {
    region: text(row, 'subdivision_1_name'),
    city: text(row, 'city_name'),
    postalCode: text(row, 'postal_code'),
    latitude: number(row, 'latitude'),
    longitude: number(row, 'longitude'),
  });
}

function privacy(row: Row): AddressRecord {
  if (flag(row, 'is_anonymous_vpn', 'is_public_proxy', 'is_residential_proxy', 'is_tor_exit_node')) return { kind: 'vpn' };
  if (flag(row, 'is_hosting_provider')) return { kind: 'hosting' };
  return flag(row, 'is_anonymous') ? { kind: 'vpn' } : {};
}

export function holderOf(row: Row, prefix: string): AddressRecord {
  const name = text(row, `${prefix}autonomous_system_organization`, `${prefix}as_organization`);
  return networkOf(asn(row, `${prefix}autonomous_system_number`, `${prefix}as_number`), name);
}

function domainOnly(row: Row): AddressRecord {
  const domain = ownDomain(text(row, 'domain'), null);
  return domain === null ? {} : { company: { name: domain, domain, countryCode: null }, weight: domainAloneWeight };
}

/** `organization` is the registered user of the block; for the provider's own blocks it only repeats the provider's name. */
export function traits(row: Row, prefix: string): AddressRecord {
  const field = (name: string) => text(row, `${prefix}${name}`);
  const type = field('user_type') ?? field('usage_type');
  const kind = kinds[type?.toLowerCase() ?? ''] ?? (field('connection_type') === 'Cellular' ? 'mobile' : undefined);
  const base: AddressRecord = kind === undefined ? {} : { kind };
  const organization = field('organization') ?? field('organization_name');
  const providers = [field('isp'), field('isp_name'), field('autonomous_system_organization')].filter((name) => name !== null);
  if (organization === null || (kind !== undefined && !isUsedByHolder(kind))) return base;
  const classified = customerName(organization, placeNameSet());
  // A block of "AT&T Wireless" at "AT&T Services" is the provider's own.
  const isProvider = classified.kind !== 'organization' || providers.some((provider) => isSameHolder(provider, organization));
  if (isProvider) return base;
  // Without a separate provider, the organization is probably the provider.
  if (kind === undefined && providers.length === 0) return base;
  const company = namedCompany({
    name: organization,
    domain: providers.length > 0 ? field('domain') : null,
    countryCode: countryCode(row, 'country.iso_code', 'country'),
    providers,
  });
  if (kind !== undefined) return { ...base, ...company };
  return { ...company, weight: classified.isLikely ? likelyCustomerWeight : nameAloneWeight };
}

/** Whether the first words are the same, even if written as one word: "Globalmobile" at "Global Mobile Corp.". */
function isSameHolder(provider: string, organization: string): boolean {
  const [words, others] = [nameWords(provider), nameWords(organization)];
  const [first] = words;
  return first !== undefined && (first === others[0] || words.join('').startsWith(others.join('')));
}
