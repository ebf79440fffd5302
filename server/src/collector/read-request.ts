import type { TrackedEvent } from '../domain/events/event.ts';
import { readClientIds, readEvent, readPartnerCookies, readText, readTime } from '../domain/events/read-event.ts';
import type { QueueEntry } from '../domain/ingestion/event-queue/queue-entry.ts';
import { Problem } from '../domain/problem.ts';
import { dayMs } from '../lib/day-ms.ts';
import { isRecord } from '../lib/is-record.ts';
import type { CollectHeaders, CollectRequest } from './collect-request.ts';

const maxEvents = 100;
/** Browsers that were offline send events late. Events older than this are refused. */
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
  /** Why the last event outside the time window was refused. */
  error: string | null;
};

/**
 * Reads the events of a request and corrects their times by the clock skew of the sender. Events outside the time window are counted
 * separately. A single malformed event fails the whole request, because the tracker never sends malformed events.
 */
export function readEvents(body: RequestBody, nowMs: number): ReadEvents {
  if (!Array.isArray(body.events) || body.events.length === 0 || body.events.length > maxEvents) {
    throw new Problem('invalid_input', `events must be a list of 1 to ${maxEvents} events.`);
  }
  const sentAtMs = readTime(body.sent_at);
  const window = { nowMs, correctionMs: sentAtMs === null ? 0 : nowMs - sentAtMs, oldestMs: nowMs - oldestMs };
  const result: ReadEvents = { events: [], refused: undefined, error: null };
  for (const [index, input] of body.events.entries()) {
    const read = readEvent(input, window);
    if ('event' in read) result.events.push(read.event);
    else if (read.outside === undefined) throw new Problem('invalid_input', `events[${index}]: ${read.error}`);
    else {
      result.refused ??= {};
      result.refused[read.outside] = (result.refused[read.outside] ?? 0) + 1;
      result.error = `events[${index}]: ${read.error}`;
    }
  }
  return result;
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
