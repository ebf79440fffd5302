import { dayMs } from '../../lib/day-ms.ts';
import type { PublicKind } from '../identification/network-kind.ts';

/**
 * A learned address: somebody with this employer was at this address. The employer is derived from the visitor's latest e-mail address and
 * applies to all IP addresses of the visitor, earlier and later. If the latest e-mail address is private, nothing is learned from the
 * visitor. The result is therefore independent of the order of events.
 */
export type LearnedAddress = { visitorId: string; addressKey: string; domain: string; seenOnMs: number };

/** Addresses shared by strangers say nothing about their next visitor. */
export const learnableKinds: ReadonlySet<PublicKind> = new Set<PublicKind>(['business', 'education', 'government', 'isp', 'unknown']);

/** Days are precise enough for retention, and save a write for each further visit on the same day. */
export function seenOn(seenAtMs: number): number {
  return seenAtMs - (seenAtMs % dayMs);
}
