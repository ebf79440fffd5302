import type { StoredClient } from './client-info.ts';

/** Returns the keys of the addresses of a visit other than the first; null if there are none, as in most visits. */
export function furtherAddressKeys(first: string | null, clients: readonly StoredClient[] = []): string[] | null {
  const further = new Set(clients.flatMap(({ addressKey }) => (addressKey === null || addressKey === first ? [] : addressKey)));
  return further.size === 0 ? null : [...further].sort();
}
