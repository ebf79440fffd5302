import { laneCount } from '../accounts/account.ts';
import type { PartnerCookies, TrackedEvent } from './event.ts';

/** What one request of one visitor leaves for the pipeline. */
export type InboxEntry = {
  /** Null for a visitor without a stored id: the pipeline then makes one of the address and the user agent. */
  visitorId: string | null;
  ip: string | null;
  userAgent: string | null;
  gaClientIds: string[];
  partnerCookies: PartnerCookies | null;
  events: TrackedEvent[];
};

/** All events of a visitor go through one lane, so that they are handled in order. */
export function laneOf({ visitorId, ip, userAgent }: Pick<InboxEntry, 'visitorId' | 'ip' | 'userAgent'>): number {
  const text = visitorId ?? `${ip} ${userAgent}`;
  // FNV-1a: quick, and spreads short texts well enough for a handful of lanes.
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return ((hash ^ (hash >>> 16)) >>> 0) % laneCount;
}
