import type { StoredClient } from './client-info.ts';

/** Returns the addresses of a visit other than the first; usually null, because there are none. */
export function furtherAddressKeys(first: string | null, clients: readonly StoredClient[] = []): string[] | null {
  const further = new Set(clients.flatMap(({ addressKey }) => (addressKey === null || addressKey === first ? [] : addressKey)));
  return further.size === 0 ? null : [...further].sort();
}
