import type { Adapter } from './adapter.ts';
import { holderOf, nestedLocation, traits } from './maxmind.ts';
import { countryCode, number, place, text } from './row-values.ts';

/** The columns of the CSV files, which have no header: https://db-ip.com/db/format. */
const layouts: string[][] = [
  ['country'],
  ['as_number', 'as_organization'],
  ['continent', 'country', 'stateprov', 'city', 'latitude', 'longitude'],
  ['continent', 'country', 'isp_name', 'as_number', 'usage_type', 'connection_type', 'organization_name'],
  ['continent', 'country', 'isp_name', 'as_number', 'connection_type', 'organization_name'],
  ['country', 'stateprov', 'district', 'city', 'zipcode', 'latitude', 'longitude', 'timezone_name'],
  'continent country stateprov_code stateprov district city zipcode latitude longitude geoname_id timezone_offset timezone_name weather_code'.split(
    ' ',
  ),
  'continent country stateprov district city zipcode latitude longitude geoname_id timezone_offset timezone_name weather_code'.split(' '),
  'continent country stateprov district city zipcode latitude longitude geoname_id timezone_offset timezone_name weather_code isp_name as_number connection_type organization_name'.split(
    ' ',
  ),
  'continent country stateprov_code stateprov district city zipcode latitude longitude geoname_id timezone_offset timezone_name weather_code isp_name as_number usage_type connection_type organization_name'.split(
    ' ',
  ),
];

const shapes: Record<string, RegExp> = {
  continent: /^(AF|AN|AS|EU|NA|OC|SA|ZZ)?$/,
  country: /^([A-Z]{2})?$/,
  as_number: /^\d*$/,
  latitude: /^(-?\d{1,2}(\.\d+)?)?$/,
  longitude: /^(-?\d{1,3}(\.\d+)?)?$/,
  usage_type: /^(corporate|consumer|hosting|cellular|business|residential)?$/i,
  connection_type: /^(dialup|isdn|cable|dsl|fttx|wireless|cellular|corporate|cable\/dsl)?$/i,
  geoname_id: /^\d*$/,
};

/** https://db-ip.com. Most of its mmdb files have MaxMind's fields and are recognized as such. */
export const dbip: Adapter = {
  vendor: 'DB-IP',
  products: [
    {
      name: 'DB-IP IP to Location and ISP',
      uses: ['company', 'kind', 'place'],
      fields: ['country', 'stateprov', 'isp_name', 'organization_name'],
      read: (row) => ({ ...location(row), ...holderOf(row, ''), ...traits(row, '') }),
    },
    {
      name: 'DB-IP IP to ISP',
      uses: ['company', 'kind', 'place'],
      fields: ['country', 'isp_name', 'as_number', 'organization_name'],
      read: (row) => ({ ...location(row), ...holderOf(row, ''), ...traits(row, '') }),
    },
    {
      name: 'DB-IP ISP (mmdb)',
      uses: ['company', 'kind', 'place'],
      fields: ['country.iso_code', 'traits.isp', 'traits.organization'],
      read: (row) => ({ ...nestedLocation(row), ...holderOf(row, 'traits.'), ...traits(row, 'traits.') }),
    },
    { name: 'DB-IP ASN', uses: ['company', 'kind'], fields: ['as_number', 'as_organization'], read: (row) => holderOf(row, '') },
    { name: 'DB-IP City', uses: ['place'], fields: ['country', 'stateprov', 'city', 'latitude', 'longitude'], read: location },
    // The format of the npm packages @ip-location-db.
    {
      name: 'DB-IP City (ip-location-db)',
      uses: ['place'],
      fields: ['country_code', 'state1', 'city', 'latitude', 'longitude'],
      read: (row) =>
        place(countryCode(row, 'country_code'), {
          region: text(row, 'state1'),
          city: text(row, 'city'),
          postalCode: text(row, 'postcode'),
          latitude: number(row, 'latitude'),
          longitude: number(row, 'longitude'),
        }),
    },
    { name: 'DB-IP Country', uses: ['place'], fields: ['ip_start', 'country'], read: location },
    {
      name: 'Country by network',
      uses: ['place'],
      fields: ['country_code'],
      without: ['name', 'brand', 'asn'],
      read: (row) => place(countryCode(row, 'country_code')),
    },
  ],
  columnsOf: (lines) => {
    const [line] = lines;
    if (line === undefined || !isAddress(line[0]) || !isAddress(line[1])) return null;
    const rows = lines.filter(({ length }) => length === line.length);
    const fits = (layout: string[]) =>
      layout.length === line.length - 2 &&
      layout.every((field, column) => rows.every((values) => shapes[field]?.test(values[column + 2] ?? '') ?? true));
    const layout = layouts.find(fits);
    return layout === undefined ? null : ['ip_start', 'ip_end', ...layout];
  },
};

function isAddress(value = ''): boolean {
  return /^\d+\.\d+\.\d+\.\d+$/.test(value) || (value.includes(':') && /^[\da-fA-F:.]+$/.test(value));
}

function location(row: Parameters<Adapter['products'][number]['read']>[0]) {
  return place(countryCode(row, 'country'), {
    region: text(row, 'stateprov'),
    city: text(row, 'city'),
    postalCode: text(row, 'zipcode'),
    latitude: number(row, 'latitude'),
    longitude: number(row, 'longitude'),
  });
}
