import type { Filter } from './filter.ts';

/** Applies the account's corrections that ignore an address or the network of a company. */
export const ignored: Filter = {
  name: 'ignored',
  check: (_hit, { isIgnored }) => (isIgnored ? 'ignored' : null),
};
