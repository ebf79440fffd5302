import { customerName } from '../../../domain/identification/customer-name.ts';
import type { NetworkKind } from '../../../domain/identification/network-kind.ts';
import { isUsedByHolder } from '../../../domain/identification/network-kind.ts';
import { placeNameSet } from '../place-name-set.ts';
import type { Adapter, AddressRecord, Row } from './adapter.ts';
import { fieldsOfProduct, type Ip2LocationField, productsWithColumns } from './ip2location-products.ts';
import { namedCompany } from './named-company.ts';
import { asn, countryCode, networkOf, number, place, text } from './row-values.ts';

const kinds: Record<string, NetworkKind> = {
  COM: 'business',
  ORG: 'nonprofit',
  GOV: 'government',
  MIL: 'government',
  EDU: 'education',
  LIB: 'education',
  CDN: 'cdn',
  ISP: 'isp',
  MOB: 'mobile',
  DCH: 'hosting',
  SES: 'hosting',
};

/** https://lite.ip2location.com and https://www.ip2location.com/database. CSV files have no header. */
export const ip2location: Adapter = {
  vendor: 'IP2Location',
  products: [
    {
      name: 'IP2Proxy',
      uses: ['privacy', 'kind'],
      fields: ['proxy_type', 'country_code'],
      read: (row) => {
        const type = text(row, 'proxy_type')?.toUpperCase() ?? null;
        return type === null ? {} : { kind: type === 'DCH' || type === 'SES' ? 'hosting' : 'vpn' };
      },
    },
    {
      name: 'IP2Location LITE ASN',
      uses: ['company', 'kind'],
      fields: ['ip_from|network', 'asn', 'as'],
      read: (row) => networkOf(asn(row, 'asn'), text(row, 'as')),
    },
    {
      name: 'IP2Location with usage types',
      uses: ['company', 'domain', 'kind', 'place'],
      fields: ['country_code', 'country_name', 'isp', 'usage_type'],
      optional: ['domain'],
      read: (row) => ({ ...location(row), ...user(row) }),
    },
    {
      name: 'IP2Location',
      uses: ['place'],
      fields: ['ip_from|network', 'country_code', 'country_name'],
      without: ['continent', 'as_name', 'is_anonymous'],
      // Without usage types, the domain may be that of the provider.
      optional: ['domain'],
      read: location,
    },
  ],
  columnsOf: (lines) => columnsOf(lines),
};

function location(row: Row): AddressRecord {
  const city = text(row, 'city', 'city_name');
  const hasPlace = city !== null;
  return place(countryCode(row, 'country_code'), {
    region: text(row, 'region', 'region_name'),
    city,
    postalCode: text(row, 'zip_code'),
    // Latitude and longitude are zero if the place is unknown.
    latitude: hasPlace ? number(row, 'latitude') : null,
    longitude: hasPlace ? number(row, 'longitude') : null,
  });
}

/**
 * The kind and the company of a block's user. Of several usage types, separated by slashes (`ISP/MOB`), the first one counts. The company is
 * in the field of the provider: the name of a provider says who runs the block and not who uses it, whatever the usage type.
 */
function user(row: Row): AddressRecord {
  const kind = kinds[text(row, 'usage_type')?.toUpperCase().split('/')[0] ?? ''];
  if (kind === undefined) return {};
  if (!isUsedByHolder(kind)) return { kind };
  const name = text(row, 'isp');
  if (name !== null && customerName(name, placeNameSet()).kind === 'provider') return {};
  return { kind, ...namedCompany({ name, domain: text(row, 'domain'), countryCode: countryCode(row, 'country_code') }) };
}

const isNumber = (value: string) => /^\d{1,39}$/.test(value);
const isCidr = (value: string) => /^[\da-fA-F.:]+\/\d{1,3}$/.test(value);
const isAsn = (value: string) => /^((AS)?\d{1,10}|-)$/i.test(value);
const isCode = (value: string) => /^([A-Z]{2}|-)$/.test(value);
const isCountry = (value: string) => value === '-' || /^\p{Lu}[\p{L}\s().,'’-]{2,}$/u.test(value);
const proxyTypes = /^(VPN|TOR|DCH|PUB|WEB|SES|RES|CPN|EPN|-)$/;

const shapes: Partial<Record<Ip2LocationField, (value: string) => boolean>> = {
  latitude: (value) => /^-?\d{1,2}\.\d+$/.test(value),
  longitude: (value) => /^-?\d{1,3}\.\d+$/.test(value),
  time_zone: (value) => value === '-' || /^[+-]\d\d:\d\d$/.test(value),
  usage_type: (value) => value === '-' || /^[A-Z]{3}(\/[A-Z]{3})?$/.test(value),
  domain: (value) => value === '-' || /^[\w-]+(\.[\w-]+)+$/.test(value),
};

/** Detects the columns by the format of the values: numbers or a block, country code and name, and additional fields. */
function columnsOf(lines: readonly (readonly string[])[]): string[] | null {
  const [line] = lines;
  if (line === undefined) return null;
  const addresses = isCidr(line[0] ?? '') ? ['network'] : isNumber(line[0] ?? '') && isNumber(line[1] ?? '') ? ['ip_from', 'ip_to'] : null;
  if (addresses === null) return null;
  const rows = lines.filter(({ length }) => length === line.length).map((values) => values.slice(addresses.length));
  const all = (column: number, fits: (value: string) => boolean) => rows.every((values) => fits(values[column] ?? ''));
  if (all(0, isCidr) && all(1, isAsn)) return [...addresses, 'as_cidr', 'asn', 'as'];
  if (all(0, isAsn) && line.length === addresses.length + 2 && !all(0, (value) => value === '-')) return [...addresses, 'asn', 'as'];
  if (all(0, (value) => proxyTypes.test(value)) && all(1, isCode) && all(2, isCountry))
    return [...addresses, 'proxy_type', 'country_code', 'country_name'];
  if (!all(0, isCode) || !all(1, isCountry)) return null;
  for (const product of productsWithColumns(line.length - addresses.length)) {
    const fields = fieldsOfProduct(product);
    if (![...fields].every(([field, position]) => all(position - 1, shapes[field] ?? (() => true)))) continue;
    const columns = [...addresses, 'country_code', 'country_name'];
    for (const [field, position] of fields) columns[addresses.length + position - 1] = field;
    return Array.from(columns, (column) => column ?? '');
  }
  return null;
}
