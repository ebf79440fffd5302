import { parseIpRange } from '../../../lib/ip-range.ts';
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
        const name = text(row, 'company');
        const domain = ownDomain(text(row, 'domain'), name);
        const shown = name ?? domain;
        return shown === null ? {} : { company: { name: shown, domain, countryCode: null } };
      },
    },
  ],
  columnsOf: (lines) => {
    const isBlocks = lines.every(([block = '', ...others]) => others.length <= 2 && block.includes('/') && parseIpRange(block) !== null);
    return isBlocks && lines.some(({ length }) => length > 1) ? ['cidr', 'company', 'domain'] : null;
  },
};
