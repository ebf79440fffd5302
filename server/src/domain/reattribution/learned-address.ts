import { dayMs } from '../../lib/day-ms.ts';
import type { PublicKind } from '../identification/network-kind.ts';

/**
 * A learned address: a visitor whose employer has this domain used this IP address. The employer is derived from the visitor's latest
 * e-mail address and applies to all of their IP addresses, earlier and later. If the latest e-mail address is not a work e-mail address,
 * nothing is learned from the visitor. The result therefore does not depend on the order of events.
 */
export type LearnedAddress = { visitorId: string; addressKey: string; domain: string; seenOnMs: number };

/** Kinds of networks whose addresses are learned. Others, such as VPNs, share an address among unrelated users. */
export const learnableKinds: ReadonlySet<PublicKind> = new Set<PublicKind>(['business', 'education', 'government', 'isp', 'unknown']);

/** Rounds down to the day (UTC), which is precise enough for retention and saves a write for each further visit on the same day. */
export function seenOn(seenAtMs: number): number {
  return seenAtMs - (seenAtMs % dayMs);
}
