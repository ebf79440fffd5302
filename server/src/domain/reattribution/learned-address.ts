import type { PublicKind } from '../identification/network-kind.ts';

/**
 * What a visitor teaches about an address: that somebody of this employer was there. The employer is the one of the visitor's
 * latest e-mail address, and it is taught at every address at which the visitor was seen, before and after; a private mail box
 * as the latest word takes everything back. So lessons follow from the events of the visitor, in whatever order they come.
 */
export type Lesson = { visitorId: string; addressKey: string; domain: string; seenOnMs: number };

/** An address behind which strangers meet teaches nothing about the next one who comes from it. */
export const teachingKinds: ReadonlySet<PublicKind> = new Set<PublicKind>(['business', 'education', 'government', 'isp', 'unknown']);

/** Days are precise enough for retention, and spare a write for each visit of the same day. */
export function seenOn(seenAtMs: number): number {
  return seenAtMs - (seenAtMs % 86_400_000);
}
