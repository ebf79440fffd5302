export type TrackingStatus = 'not_installed' | 'reporting' | 'ok';

const silenceUntilForgottenMs = 30 * 86_400_000;

/**
 * Whether the tracker of an account works, in the words of the specification: `ok` while something was processed in the last
 * 30 days; `reporting` when events have come that wait to be processed; else, after 30 days of silence too, `not_installed`.
 */
export function trackingStatus(account: { lastProcessedAt: Date | null; waitingEvents: number; now: Date }): TrackingStatus {
  const { lastProcessedAt, waitingEvents, now } = account;
  if (lastProcessedAt !== null && now.getTime() - lastProcessedAt.getTime() <= silenceUntilForgottenMs) return 'ok';
  return waitingEvents > 0 ? 'reporting' : 'not_installed';
}
