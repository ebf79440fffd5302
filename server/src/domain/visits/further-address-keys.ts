import type { StoredOrigin } from './origin.ts';

/** Returns the other addresses of a visit besides its first one; null if there is none, as usual. */
export function furtherAddressKeys(first: string | null, origins: readonly StoredOrigin[] = []): string[] | null {
  const further = new Set(origins.flatMap(({ addressKey }) => (addressKey === null || addressKey === first ? [] : addressKey)));
  return further.size === 0 ? null : [...further].sort();
}
