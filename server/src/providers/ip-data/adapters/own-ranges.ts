import { customerName } from '../../../domain/identification/customer-name.ts';
import { looksLikeDomain } from '../../../domain/identification/organization-table.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';
import { parseIpRange } from '../../../lib/ip-range.ts';
import { placeNameSet } from '../place-name-set.ts';
import type { Adapter, AddressRecord } from './adapter.ts';
import { ownDomain } from './named-company.ts';
import { text } from './row-values.ts';

/** Blocks of the same company are often close to each other. A larger cache would be slower than computing the others again. */
const maxCachedCompanies = 1000;

const cache = new BoundedMap<string, { givenDomain: string | null; record: AddressRecord }>(maxCachedCompanies);

function recordOf(company: string | null, givenDomain: string | null): AddressRecord {
  const key = company ?? '';
  const cached = cache.get(key);
  if (cached !== undefined && cached.givenDomain === givenDomain) return cached.record;
  const isDomain = company !== null && givenDomain === null && looksLikeDomain(company);
  const name = isDomain ? null : company;
  const domain = ownDomain(isDomain ? company : givenDomain, name);
  const shown = name ?? domain;
  const record = shown === null ? {} : { company: { name: shown, domain, countryCode: null } };
  cache.set(key, { givenDomain, record });
  return record;
}

/** The operator's own list of the blocks of companies: `cidr,company,domain`, with or without a header. */
export const ownRanges: Adapter = {
  vendor: 'Own blocks',
  products: [
    {
      name: 'blocks of companies',
      uses: ['company', 'domain'],
      fields: ['cidr', 'company|domain'],
      without: ['name', 'size'],
      read: (row) => recordOf(text(row, 'company'), text(row, 'domain')),
    },
  ],
  columnsOf: (lines) => {
    const isBlocks = lines.every(([block = '', ...others]) => others.length <= 2 && block.includes('/') && parseIpRange(block) !== null);
    const named = lines.filter(([, company = '', domain = '']) => mayBeCompany(company, domain));
    return isBlocks && named.length > lines.length / 2 ? ['cidr', 'company', 'domain'] : null;
  },
};

/** Other files without a header also begin with a block, but a country, a network or a place follows. */
function mayBeCompany(company: string, domain: string): boolean {
  if (/^(AS)?\d+$/i.test(company)) return false;
  if (domain !== '') return looksLikeDomain(domain);
  if (company === '' || company === '-' || /^[A-Z]{2}$/.test(company)) return false;
  return looksLikeDomain(company) || customerName(company, placeNameSet()).kind !== 'place';
}
