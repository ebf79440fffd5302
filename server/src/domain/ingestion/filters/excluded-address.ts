import { parseIpAddress } from '../../../lib/ip-address.ts';
import { rangeContains } from '../../../lib/ip-range.ts';
import type { Filter } from './filter.ts';

export const excludedAddress: Filter = {
  name: 'excluded-address',
  check({ ip }, _client, { excludedAddresses }) {
    if (ip === null || excludedAddresses.length === 0) return null;
    const address = parseIpAddress(ip);
    return address !== null && excludedAddresses.some((range) => rangeContains(range, address)) ? 'excluded_address' : null;
  },
};
