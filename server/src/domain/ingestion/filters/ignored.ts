import type { Filter } from './filter.ts';

/** The account has said that it wants to see nothing from this address, or from the network of this company. */
export const ignored: Filter = {
  name: 'ignored',
  judge: (_hit, { isIgnored }) => (isIgnored ? 'ignored' : null),
};
