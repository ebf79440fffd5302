import { itemAt } from '../../../lib/item-at.ts';
import { laneCount } from '../../accounts/account.ts';
import { eventKinds, type PartnerCookies, type TrackedEvent } from '../../events/event.ts';

/** The events of one visitor in one request, to be processed by the pipeline. */
export type QueueEntry = {
  /** Null for a visitor without a stored id; the pipeline derives one from the address and the user agent. */
  visitorId: string | null;
  ip: string | null;
  userAgent: string | null;
  gaClientIds: string[];
  partnerCookies: PartnerCookies | null;
  events: TrackedEvent[];
  /** Signs of an automated browser, found by the tracker or in the request. */
  hints?: readonly string[];
  /** Number of events that are malformed or outside the accepted time range, by drop reason. */
  refused?: Partial<Record<'too_old' | 'in_future' | 'malformed', number>>;
  /**
   * Absent if a server sent the events. Event ids from servers are kept for longer, because servers may resend events as long as old events
   * are accepted (`filters/store-event-ids.ts`).
   */
  sentBy?: 'tracker';
};

/** All events of a visitor go through one lane, so they are processed in order. */
export function laneOf({ visitorId, ip, userAgent }: Pick<QueueEntry, 'visitorId' | 'ip' | 'userAgent'>): number {
  const text = visitorId ?? `${ip} ${userAgent}`;
  // FNV-1a is fast and distributes short texts well enough over a few lanes.
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return ((hash ^ (hash >>> 16)) >>> 0) % laneCount;
}

/** Number of events received, including refused ones. */
export function eventsIn({ events, refused }: QueueEntry): number {
  return events.length + (refused?.too_old ?? 0) + (refused?.in_future ?? 0) + (refused?.malformed ?? 0);
}

/** An encoded event. Trailing nulls are omitted. */
type Fields = [
  id: string,
  kind: number,
  occurredAtMs: number,
  url?: string | null,
  title?: string | null,
  referrer?: string | null,
  durationSeconds?: number | null,
  name?: string | null,
  targetUrl?: string | null,
  email?: string | null,
  firstName?: string | null,
  lastName?: string | null,
];
type Line = [
  visitorId: string | null,
  ip: string | null,
  userAgent: string | null,
  gaClientIds: string[] | 0,
  partnerCookies: PartnerCookies | 0,
  hints: readonly string[] | 0,
  refused: QueueEntry['refused'] | 0,
  sentBy: QueueEntry['sentBy'] | 0,
  events: Fields[],
];

/** Encodes an entry as one line. Uses arrays instead of objects for speed, because every request is encoded and decoded once. */
export function encodeEntry({ visitorId, ip, userAgent, gaClientIds, partnerCookies, events, hints, refused, sentBy }: QueueEntry): string {
  const line: Line = [
    visitorId,
    ip,
    userAgent,
    gaClientIds.length === 0 ? 0 : gaClientIds,
    partnerCookies ?? 0,
    hints === undefined || hints.length === 0 ? 0 : hints,
    refused ?? 0,
    sentBy ?? 0,
    events.map(encodeEvent),
  ];
  return JSON.stringify(line);
}

/** Decodes the body of a row of the event queue: one entry per line, committed together. */
export function decodeBody(body: string): QueueEntry[] {
  // JSON escapes line breaks in strings, so the lines can be joined into one array.
  const lines: Line[] = JSON.parse(`[${body.replaceAll('\n', ',')}]`);
  return lines.map(entryOf);
}

function entryOf([visitorId, ip, userAgent, gaClientIds, partnerCookies, hints, refused, sentBy, events]: Line): QueueEntry {
  return {
    visitorId,
    ip,
    userAgent,
    gaClientIds: gaClientIds || [],
    partnerCookies: partnerCookies || null,
    events: events.map(decodeEvent),
    hints: hints || [],
    refused: refused || undefined,
    sentBy: sentBy || undefined,
  };
}

function encodeEvent(event: TrackedEvent): Fields {
  const fields: Fields = [
    event.id,
    eventKinds.indexOf(event.kind),
    event.occurredAtMs,
    event.url,
    event.title,
    event.referrer,
    event.durationSeconds,
    event.name,
    event.targetUrl,
    event.email,
    event.firstName,
    event.lastName,
  ];
  while (fields.at(-1) === null) fields.pop();
  return fields;
}

function decodeEvent(fields: Fields): TrackedEvent {
  return {
    id: fields[0],
    kind: itemAt(eventKinds, fields[1]),
    occurredAtMs: fields[2],
    url: fields[3] ?? null,
    title: fields[4] ?? null,
    referrer: fields[5] ?? null,
    name: fields[7] ?? null,
    targetUrl: fields[8] ?? null,
    durationSeconds: fields[6] ?? null,
    email: fields[9] ?? null,
    firstName: fields[10] ?? null,
    lastName: fields[11] ?? null,
  };
}
