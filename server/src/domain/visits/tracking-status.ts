import { dayMs } from '../../lib/day-ms.ts';

export type TrackingStatus = 'not_installed' | 'reporting' | 'ok';

const maxSilenceMs = 30 * dayMs;

/**
 * Status of an account's tracker: `ok` if an event was processed in the last 30 days; `reporting` if events are
 * waiting; otherwise `not_installed`, including after 30 days without events.
 */
export function trackingStatus(account: { lastProcessedAt: Date | null; hasWaitingEvents: boolean; now: Date }): TrackingStatus {
  const { lastProcessedAt, hasWaitingEvents, now } = account;
  if (lastProcessedAt !== null && now.getTime() - lastProcessedAt.getTime() <= maxSilenceMs) return 'ok';
  return hasWaitingEvents ? 'reporting' : 'not_installed';
}
