import { boundedCache } from '../../lib/bounded-cache.ts';
import { isOneOf } from '../../lib/is-one-of.ts';
import { isRecord } from '../../lib/is-record.ts';
import { isUuid } from '../../lib/is-uuid.ts';
import { isDay } from '../../lib/zoned-days.ts';
import { eventKinds, type PartnerCookies, type TrackedEvent } from './event.ts';

/** A parsed event, or an error message for the sender. `outside` is set if the event is too old or in the future. */
type ReadEvent = { event: TrackedEvent } | { error: string; outside?: 'too_old' | 'in_future' };

type TimeWindow = {
  nowMs: number;
  /** Offset added to the sender's times to correct its clock. */
  correctionMs: number;
  oldestMs: number;
};

/** Tolerance for sender clocks that are fast; such times are set to now. */
const aheadMs = 10 * 60_000;

const maxUrlLength = 2048;
const maxTextLength = 500;
export const maxDurationSeconds = 86_400;

/** Parses an event from the tracker or from server-side tracking. */
export function readEvent(given: unknown, { nowMs, correctionMs, oldestMs }: TimeWindow): ReadEvent {
  if (!isRecord(given)) return { error: 'An event must be an object.' };
  const fields = given;

  if (typeof fields.id !== 'string' || !isUuid(fields.id)) return { error: 'id must be a UUID.' };
  const { kind } = fields;
  if (!isOneOf(eventKinds, kind)) return { error: `kind must be one of ${eventKinds.join(', ')}.` };

  const senderMs = readTime(fields.occurred_at);
  if (senderMs === null) return { error: 'occurred_at must be an ISO 8601 time or milliseconds since 1970.' };
  const occurredAtMs = senderMs + correctionMs;
  if (occurredAtMs > nowMs + aheadMs) return { error: 'occurred_at is in the future.', outside: 'in_future' };
  if (occurredAtMs < oldestMs) return { error: 'occurred_at is too old.', outside: 'too_old' };

  const url = readUrl(fields.url);
  if (url === undefined || (url === null && kind !== 'identify')) return { error: 'url must be an absolute http or https URL.' };
  const targetUrl = readUrl(fields.target_url);
  if (targetUrl === undefined) return { error: 'target_url must be an absolute http or https URL.' };
  if (targetUrl === null && (kind === 'download' || kind === 'outbound')) return { error: `A ${kind} needs a target_url.` };

  for (const name of ['title', 'referrer', 'name', 'email', 'first_name', 'last_name'] as const) {
    if (!isTextOrNothing(fields[name])) return { error: `${name} must be a string.` };
  }
  const name = readText(fields.name);
  if (kind === 'event' && name === null) return { error: 'An event needs a name.' };
  const email = readEmail(fields.email);
  if (email === undefined || (kind === 'identify' && email === null)) return { error: 'email must be an e-mail address.' };
  const duration = fields.duration ?? null;
  if (duration !== null && (typeof duration !== 'number' || !(duration >= 0 && duration <= maxDurationSeconds))) {
    return { error: `duration must be a number of seconds from 0 to ${maxDurationSeconds}.` };
  }

  return {
    event: {
      id: fields.id.toLowerCase(),
      kind,
      occurredAtMs: Math.min(occurredAtMs, nowMs),
      url,
      title: readText(fields.title),
      referrer: readText(fields.referrer, maxUrlLength),
      name,
      targetUrl,
      durationSeconds: duration as number | null,
      email,
      firstName: readText(fields.first_name, 100),
      lastName: readText(fields.last_name, 100),
    },
  };
}

/** Reads a time without an offset as UTC, regardless of the time zone of the server. */
export function readTime(given: unknown): number | null {
  if (typeof given === 'number') return Number.isFinite(given) ? Math.round(given) : null;
  // `Date` would read February 30 as March 2.
  if (typeof given !== 'string' || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(given) || !isDay(given.slice(0, 10))) return null;
  const time = Date.parse(/(Z|[+-]\d{2}(:?\d{2})?)$/i.test(given) ? given : `${given}Z`);
  return Number.isNaN(time) ? null : time;
}

/** Cached, because the same URLs recur. */
const isParseableUrl = boundedCache((text) => URL.canParse(text), 5000);

/** Returns null if there is no URL, and undefined if it is not a valid page URL. */
function readUrl(given: unknown): string | null | undefined {
  if (given === undefined || given === null || given === '') return null;
  if (typeof given !== 'string' || given.length > 4 * maxUrlLength || !/^https?:\/\/[^\s/?#]/i.test(given) || !isParseableUrl(given))
    return undefined;
  const hash = given.indexOf('#');
  return storable((hash === -1 ? given : given.slice(0, hash)).slice(0, maxUrlLength));
}

function isTextOrNothing(given: unknown): boolean {
  return given === undefined || given === null || typeof given === 'string';
}

export function readText(given: unknown, maxLength = maxTextLength): string | null {
  if (typeof given !== 'string') return null;
  // Truncation may split a surrogate pair.
  const clean = storable(given).trim().slice(0, maxLength).toWellFormed();
  return clean === '' ? null : clean;
}

/** PostgreSQL cannot store NUL or lone surrogates. */
function storable(text: string): string {
  return /[\0\ud800-\udfff]/.test(text) ? text.toWellFormed().replaceAll('\0', '') : text;
}

function readEmail(given: unknown): string | null | undefined {
  const text = readText(given, 300);
  if (text === null) return null;
  return text.length <= 254 && /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text) ? text.toLowerCase() : undefined;
}

export function readClientIds(given: unknown): string[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((id) => readText(id, 100) ?? []).slice(0, 10);
}

export function readPartnerCookies(given: unknown): PartnerCookies | null {
  if (!isRecord(given)) return null;
  const { MCMID, MCAAMB, MCAAMLH } = given;
  const cookies = { MCMID: readText(MCMID), MCAAMB: readText(MCAAMB), MCAAMLH: readText(MCAAMLH) };
  return cookies.MCMID === null && cookies.MCAAMB === null && cookies.MCAAMLH === null ? null : cookies;
}
