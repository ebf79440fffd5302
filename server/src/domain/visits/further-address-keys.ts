import type { StoredOrigin } from './origin.ts';

/** The addresses of a visit besides the one it began at. Nearly always there is none, and then nothing is kept. */
export function furtherAddressKeys(first: string | null, origins: readonly StoredOrigin[] = []): string[] | null {
  const further = new Set(origins.flatMap(({ addressKey }) => (addressKey === null || addressKey === first ? [] : addressKey)));
  return further.size === 0 ? null : [...further].sort();
}
