import { hash } from 'node:crypto';

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

/** No timezone is shifted by anything but whole quarters of an hour, so one answer serves a quarter of an hour. */
const quarterMs = 15 * 60_000;

export function visitorDay(occurredAtMs: number, timezone: string): string {
  const quarter = Math.floor((occurredAtMs - dayBeginsMs) / quarterMs);
  const days = daysOfQuarters.get(timezone) ?? new Map<number, string>();
  const known = days.get(quarter);
  if (known !== undefined) return known;
  const day = dateFormat(timezone).format(quarter * quarterMs);
  if (days.size >= rememberedQuarters) days.clear();
  daysOfQuarters.set(timezone, days.set(quarter, day));
  return day;
}

/** Of each timezone a few weeks of quarters are remembered: it is asked for every event. */
const rememberedQuarters = 5_000;
const daysOfQuarters = new Map<string, Map<number, string>>();

const formats = new Map<string, Intl.DateTimeFormat>();

function dateFormat(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' });
  formats.set(timezone, made);
  return made;
}
