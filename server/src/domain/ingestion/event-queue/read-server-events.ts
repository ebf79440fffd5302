import { normalizeIpAddress } from '../../../lib/ip-address.ts';
import type { TrackedEvent } from '../../events/event.ts';
import { readClientIds, readEvent, readPartnerCookies, readText } from '../../events/read-event.ts';
import type { QueueEntry } from './queue-entry.ts';

type RejectedEvent = { index: number; title: string };
type ServerEvents = { accepted: number; rejected: RejectedEvent[]; entries: QueueEntry[] };

const knownKeys = new Set([
  'id',
  'kind',
  'occurred_at',
  'visitor_id',
  'ip',
  'user_agent',
  'url',
  'title',
  'referrer',
  'name',
  'target_url',
  'duration',
  'email',
  'first_name',
  'last_name',
  'ga_client_ids',
  'partner_cookies',
  'consent',
]);

const consentValues: unknown[] = [null, true, false, 'granted', 'denied'];

type Sender = Omit<QueueEntry, 'events'>;

/**
 * Parses events that a server sends for its visitors. Invalid events are rejected individually. Events of one visitor with the same address
 * and device share an entry of the event queue and keep their order.
 */
export function readServerEvents(items: readonly unknown[], nowMs: number): ServerEvents {
  const window = { nowMs, correctionMs: 0, oldestMs: twelveMonthsBefore(nowMs) };
  const rejected: RejectedEvent[] = [];
  const entries = new Map<string, QueueEntry>();
  for (const [index, item] of items.entries()) {
    const read = readServerEvent(item, window);
    if ('error' in read) {
      rejected.push({ index, title: read.error });
      continue;
    }
    const key = JSON.stringify(read.sender);
    const entry = entries.get(key) ?? { ...read.sender, events: [] };
    entry.events.push(read.event);
    entries.set(key, entry);
  }
  return { accepted: items.length - rejected.length, rejected, entries: [...entries.values()] };
}

function readServerEvent(
  item: unknown,
  window: Parameters<typeof readEvent>[1],
): { event: TrackedEvent; sender: Sender } | { error: string } {
  const read = readEvent(item, window);
  if ('error' in read) return read;
  const fields = item as Record<string, unknown>;
  const unknown = Object.keys(fields).find((key) => !knownKeys.has(key));
  if (unknown !== undefined) return { error: `Unknown field: ${unknown.slice(0, 100)}.` };
  const visitorId = fields.visitor_id ?? null;
  if (visitorId !== null && (typeof visitorId !== 'string' || visitorId.trim() === '' || visitorId.length > 64)) {
    return { error: 'visitor_id must be a string of 1 to 64 characters.' };
  }
  const ip = readAddress(fields.ip);
  if (ip === null) return { error: 'ip must be an IPv4 or IPv6 address.' };
  const userAgent = readText(fields.user_agent, 500);
  if (userAgent === null) return { error: 'user_agent must be a non-empty string.' };
  const { consent } = fields;
  if (!consentValues.includes(consent ?? null)) return { error: 'consent must be true, false, granted or denied.' };
  const clientIds = fields.ga_client_ids ?? [];
  if (!Array.isArray(clientIds) || clientIds.some((id) => typeof id !== 'string')) {
    return { error: 'ga_client_ids must be an array of strings.' };
  }
  const cookies = fields.partner_cookies ?? {};
  if (typeof cookies !== 'object' || Array.isArray(cookies)) return { error: 'partner_cookies must be an object.' };
  // Without consent, ids and cookies from the visitor's device are not stored.
  const isConsentDenied = consent === false || consent === 'denied';
  return {
    event: read.event,
    sender: {
      visitorId: isConsentDenied ? null : readText(visitorId, 64),
      ip,
      userAgent,
      gaClientIds: isConsentDenied ? [] : readClientIds(clientIds),
      partnerCookies: isConsentDenied ? null : readPartnerCookies(cookies),
    },
  };
}

function readAddress(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 45) return null;
  return normalizeIpAddress(value.trim());
}

function twelveMonthsBefore(nowMs: number): number {
  const start = new Date(nowMs);
  start.setUTCMonth(start.getUTCMonth() - 12);
  return start.getTime();
}
