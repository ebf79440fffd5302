import { hash } from 'node:crypto';
import { dayOf } from '../../lib/zoned-days.ts';

/**
 * Returns the id of a visitor who does not allow storage: a hash with the salt of the day. Once the salt is deleted, the hash cannot be
 * linked to an address or to the hash of another day.
 */
export function cookielessVisitorId(salt: Buffer, accountId: string, ip: string | null, userAgent: string | null): string {
  const text = Buffer.from(`${accountId} ${ip} ${userAgent}`);
  return hash('sha256', Buffer.concat([salt, text]), 'base64url').slice(0, 22);
}

/** True if an id given by a sender looks like such a hash and may therefore belong to another lane. */
export function mayBeCookielessId(visitorId: string): boolean {
  return /^[\w-]{22}$/.test(visitorId);
}

/** Visitor days change at 3 a.m. in the account's time zone, when the fewest visits are in progress. */
const dayBeginsMs = 3 * 3_600_000;

export function visitorDay(occurredAtMs: number, timezone: string): string {
  return dayOf(occurredAtMs - dayBeginsMs, timezone);
}
