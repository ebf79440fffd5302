import type { NetworkKind } from '../../../domain/identification/network-kind.ts';
import { isUsedByHolder } from '../../../domain/identification/network-kind.ts';
import { isSameProvider } from '../../../domain/identification/same-provider.ts';
import type { Adapter, AddressRecord, Row } from './adapter.ts';
import { namedCompany, ownDomain } from './named-company.ts';
import { asn, countryCode, flag, networkOf, number, place, text } from './row-values.ts';

const kinds: Record<string, NetworkKind> = {
  business: 'business',
  education: 'education',
  government: 'government',
  isp: 'isp',
  hosting: 'hosting',
};

/** https://ipinfo.io/developers/database-types. Supports the current field names and those before 2025. */
export const ipinfo: Adapter = {
  vendor: 'IPinfo',
  products: [
    {
      name: 'IPinfo Plus',
      uses: ['company', 'domain', 'kind', 'place', 'privacy'],
      fields: ['country_code', 'as_domain', 'is_anonymous', 'is_hosting', 'is_mobile', 'is_vpn', 'is_tor'],
      read: (row) => ({ ...location(row), ...privacy(row), ...holder(row) }),
    },
    {
      name: 'IPinfo Core',
      uses: ['company', 'domain', 'kind', 'place', 'privacy'],
      fields: ['country_code', 'as_domain', 'is_anonymous', 'is_hosting', 'is_mobile'],
      read: (row) => ({ ...location(row), ...privacy(row), ...holder(row) }),
    },
    {
      name: 'IPinfo Lite',
      uses: ['company', 'domain', 'kind', 'place'],
      fields: ['country_code', 'continent_code', 'asn', 'as_name', 'as_domain'],
      without: ['type', 'city'],
      read: (row) => ({ ...place(countryCode(row, 'country_code')), ...holder(row) }),
    },
    {
      name: 'IPinfo IP to Company',
      uses: ['company', 'domain', 'kind'],
      fields: ['name|company_name', 'domain|company_domain', 'type|company_type', 'as_domain|as_name|company_type'],
      without: ['mcc', 'rdns_domain'],
      read: company,
    },
    {
      name: 'IPinfo ASN',
      uses: ['company', 'domain', 'kind'],
      fields: ['asn', 'name', 'domain'],
      without: ['as_name', 'email', 'raw'],
      read: (row) => holderOf(asn(row, 'asn'), text(row, 'domain'), text(row, 'name'), text(row, 'type')),
    },
    {
      name: 'IPinfo Mobile Carrier',
      uses: ['kind'],
      fields: ['name|carrier', 'mcc', 'mnc'],
      without: ['as_name'],
      read: () => ({ kind: 'mobile' }),
    },
    {
      name: 'IPinfo Privacy Detection',
      uses: ['privacy', 'kind'],
      fields: ['hosting', 'proxy', 'tor', 'vpn'],
      read: privacy,
    },
    {
      name: 'IPinfo Residential Proxy',
      uses: ['privacy'],
      fields: ['service', 'last_seen', 'percent_days_seen'],
      read: () => ({ kind: 'vpn' }),
    },
    {
      name: 'IPinfo IP to Country and ASN',
      uses: ['company', 'domain', 'kind', 'place'],
      fields: ['country', 'country_name', 'continent', 'asn', 'as_name', 'as_domain'],
      read: (row) => ({ ...place(countryCode(row, 'country')), ...holder(row) }),
    },
    {
      name: 'IPinfo IP Geolocation',
      uses: ['place'],
      fields: ['city', 'region', 'country', 'postal_code', 'timezone', 'latitude|lat', 'longitude|lng'],
      read: location,
    },
    {
      name: 'IPinfo IP to Country',
      uses: ['place'],
      fields: ['country', 'country_name', 'continent', 'continent_name'],
      read: (row) => place(countryCode(row, 'country')),
    },
  ],
};

/** Reads the code of the country from `country_code`, or from `country` in files before 2025. Prefers the region's name to its code. */
function location(row: Row): AddressRecord {
  return place(countryCode(row, 'country_code', 'country'), {
    region: text(row, 'region_name', 'region'),
    city: text(row, 'city'),
    postalCode: text(row, 'postal_code'),
    latitude: number(row, 'latitude', 'lat'),
    longitude: number(row, 'longitude', 'lng'),
  });
}

function privacy(row: Row): AddressRecord {
  if (flag(row, 'vpn', 'proxy', 'tor', 'relay', 'is_vpn', 'is_proxy', 'is_tor', 'is_relay', 'is_anonymous')) return { kind: 'vpn' };
  if (flag(row, 'is_mobile')) return { kind: 'mobile' };
  if (flag(row, 'hosting', 'is_hosting')) return { kind: 'hosting' };
  return flag(row, 'is_satellite') ? { kind: 'isp' } : {};
}

/**
 * `as_type` describes the whole network, not the block, so it only shows whether its holder is a provider. A block of the provider itself is
 * used by its customers, even if `type` is "business".
 */
function company(row: Row): AddressRecord {
  const kind = kinds[text(row, 'type', 'company_type')?.toLowerCase() ?? ''];
  const domain = text(row, 'domain', 'company_domain');
  const asKind = kinds[text(row, 'as_type')?.toLowerCase() ?? ''];
  const isHeldByProvider = asKind === undefined || !isUsedByHolder(asKind);
  const belongsToProvider = domain !== null && domain === text(row, 'as_domain') && asKind !== undefined && isHeldByProvider;
  const name = text(row, 'name', 'company_name');
  const holderName = text(row, 'as_name');
  const isOfProvider = name !== null && holderName !== null && isSameProvider(holderName, { name, domain });
  if (isOfProvider && asKind !== undefined && isHeldByProvider && (kind === undefined || isUsedByHolder(kind))) return holder(row);
  const base = { ...(kind !== undefined && { kind }), ...holder(row) };
  if (kind !== undefined && !isUsedByHolder(kind)) return base;
  return {
    ...base,
    ...namedCompany({
      name,
      domain: belongsToProvider ? null : domain,
      countryCode: countryCode(row, 'country', 'country_code'),
      providers: isHeldByProvider ? [holderName] : [],
    }),
  };
}

function holder(row: Row): AddressRecord {
  return holderOf(asn(row, 'asn'), text(row, 'as_domain'), text(row, 'as_name'), text(row, 'as_type'));
}

function holderOf(number: number | null, domain: string | null, name: string | null, type: string | null): AddressRecord {
  const kind = kinds[type?.toLowerCase() ?? ''];
  return networkOf(number, name, kind !== undefined && !isUsedByHolder(kind) ? { kind } : { domain: ownDomain(domain, name) });
}
