import { hash } from 'node:crypto';

/** An id derived from the contents: the same on every machine, without a database round trip. */
export function hashId(...parts: (string | number | null)[]): string {
  // Uses the lower 53 of the first 64 bits. Converting from hex is the fastest way.
  const digest = hash('sha1', JSON.stringify(parts), 'hex');
  return String((Number.parseInt(digest.slice(2, 4), 16) & 0x1f) * 2 ** 48 + Number.parseInt(digest.slice(4, 16), 16));
}
