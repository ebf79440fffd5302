import { hash } from 'node:crypto';
import { dayOf } from '../../lib/zoned-days.ts';

/**
 * The id of a visitor who lets nothing be stored: a hash with the salt of the day. When the salt is gone, nobody can tell
 * from an address whose hash it was, nor that two days' hashes are one person's.
 */
export function cookielessVisitorId(salt: Buffer, accountId: string, ip: string | null, userAgent: string | null): string {
  const text = Buffer.from(`${accountId} ${ip} ${userAgent}`);
  return hash('sha256', Buffer.concat([salt, text]), 'base64url').slice(0, 22);
}

/** An id that a sender named and that could be one of those: of a visitor whose events go through another lane. */
export function isLikeOurs(visitorId: string): boolean {
  return /^[\w-]{22}$/.test(visitorId);
}

/** Days of visitors change at three in the morning of the account, when the fewest visits are under way. */
const dayBeginsMs = 3 * 3_600_000;

export function visitorDay(occurredAtMs: number, timezone: string): string {
  return dayOf(occurredAtMs - dayBeginsMs, timezone);
}
