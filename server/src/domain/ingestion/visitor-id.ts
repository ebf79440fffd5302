import { createHash } from 'node:crypto';

/**
 * The id of a visitor who lets nothing be stored: a hash with the salt of the day. When the salt is gone, nobody can tell
 * from an address whose hash it was, nor that two days' hashes are one person's.
 */
export function cookielessVisitorId(salt: Buffer, accountId: string, ip: string | null, userAgent: string | null): string {
  return createHash('sha256').update(salt).update(`${accountId} ${ip} ${userAgent}`).digest('base64url').slice(0, 22);
}

/** Days of visitors change at three in the morning of the account, when the fewest visits are under way. */
const dayBeginsMs = 3 * 3_600_000;

export function visitorDay(occurredAtMs: number, timezone: string): string {
  return dateFormat(timezone).format(occurredAtMs - dayBeginsMs);
}

const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timezone, made);
  return made;
}
