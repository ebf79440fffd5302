import type { TrackedEvent } from '../domain/events/event.ts';
import { maxDurationSeconds, readClientIds, readEvent, readPartnerCookies, readText, readTime } from '../domain/events/read-event.ts';
import type { QueueEntry } from '../domain/ingestion/event-queue/queue-entry.ts';
import { Problem } from '../domain/problem.ts';
import { dayMs } from '../lib/day-ms.ts';
import { isRecord } from '../lib/is-record.ts';
import type { CollectHeaders, CollectRequest } from './collect-request.ts';

const maxEvents = 100;
/** Browsers that were offline send events late. Events older than this are rejected. */
const oldestMs = 7 * dayMs;

type RequestBody = Record<string, unknown>;

export function parseBody(text: string): RequestBody {
  try {
    const parsed: unknown = JSON.parse(text);
    if (isRecord(parsed)) return parsed;
  } catch {}
  throw new Problem('invalid_input', 'The body must be a JSON object with script_hash and events.');
}

export type ReadEvents = {
  events: TrackedEvent[];
  refused: QueueEntry['refused'];
  /** Why the last rejected event was rejected. */
  error: string | null;
};

/**
 * Reads the events of a request and corrects their times by the clock skew of the sender. Events that are malformed or outside the time
 * window are counted separately: an invalid e-mail address must not lose the page view in the same request. A request
 * fails if it contains a malformed event and none that can be accepted.
 */
export function readEvents(body: RequestBody, nowMs: number): ReadEvents {
  if (!Array.isArray(body.events) || body.events.length === 0 || body.events.length > maxEvents) {
    throw new Problem('invalid_input', `events must be a list of 1 to ${maxEvents} events.`);
  }
  const sentAtMs = readTime(body.sent_at);
  const window = { nowMs, correctionMs: sentAtMs === null ? 0 : nowMs - sentAtMs, oldestMs: nowMs - oldestMs };
  const result: ReadEvents = { events: [], refused: undefined, error: null };
  let malformed: string | null = null;
  for (const [index, input] of body.events.entries()) {
    const read = readEvent(withPossibleDuration(input), window);
    if ('event' in read) {
      result.events.push(read.event);
      continue;
    }
    const { outside, error } = read;
    result.error = `events[${index}]: ${error}`;
    if (outside === undefined) malformed ??= result.error;
    const reason = outside ?? 'malformed';
    result.refused ??= {};
    result.refused[reason] = (result.refused[reason] ?? 0) + 1;
  }
  if (malformed !== null && result.events.length === 0) throw new Problem('invalid_input', malformed);
  return result;
}

/** The tracker does not limit the time that a page was visible, which can be days. */
function withPossibleDuration(input: unknown): unknown {
  return isRecord(input) && typeof input.duration === 'number' && input.duration > maxDurationSeconds
    ? { ...input, duration: maxDurationSeconds }
    : input;
}

export function entryOf({ headers }: CollectRequest, ip: string, body: RequestBody, { events, refused }: ReadEvents): QueueEntry {
  // Without consent, nothing stored in the visitor's browser is used.
  const isConsentRefused = body.consent === false;
  return {
    visitorId: isConsentRefused ? null : readText(body.visitor_id, 64),
    ip,
    userAgent: readText(headers['user-agent'], 500),
    gaClientIds: isConsentRefused ? [] : readClientIds(body.ga_client_ids),
    partnerCookies: isConsentRefused ? null : readPartnerCookies(body.partner_cookies),
    events,
    hints: hintsOf(headers, body),
    refused,
    sentBy: 'tracker',
  };
}

/** Signs of an automated browser. A single sign proves nothing, so the pipeline requires two to classify a sender as a bot. */
function hintsOf(headers: CollectHeaders, body: RequestBody): string[] {
  const hints: string[] = [];
  if (Array.isArray(body.hints)) {
    for (const hint of body.hints.slice(0, 5)) if (typeof hint === 'string' && /^[a-z_]{1,30}$/.test(hint)) hints.push(hint);
  }
  // Every browser sends its user's languages.
  if (headers['accept-language'] === undefined) hints.push('no_language');
  const brands = headers['sec-ch-ua'];
  if (typeof brands === 'string' && brands.includes('Headless')) hints.push('headless_brand');
  return hints;
}
