import { customerName } from '../../../domain/identification/customer-name.ts';
import { looksLikeDomain } from '../../../domain/identification/organization-table.ts';
import { parseIpRange } from '../../../lib/ip-range.ts';
import { placeNameSet } from '../place-name-set.ts';
import type { Adapter } from './adapter.ts';
import { ownDomain } from './named-company.ts';
import { text } from './row-values.ts';

/** The operator's own list of the blocks of companies: `cidr,company,domain`, with or without a header. */
export const ownRanges: Adapter = {
  vendor: 'Own blocks',
  products: [
    {
      name: 'blocks of companies',
      uses: ['company', 'domain'],
      fields: ['cidr', 'company|domain'],
      without: ['name', 'size'],
      read: (row) => {
        const [company, given] = [text(row, 'company'), text(row, 'domain')];
        const isDomain = company !== null && given === null && looksLikeDomain(company);
        const name = isDomain ? null : company;
        const domain = ownDomain(isDomain ? company : given, name);
        const shown = name ?? domain;
        return shown === null ? {} : { company: { name: shown, domain, countryCode: null } };
      },
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
