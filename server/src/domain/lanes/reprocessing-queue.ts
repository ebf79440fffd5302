/**
 * Returns the name of the job queue for an account's reattributions and rollup rebuilds, which wait for the same lanes. Backfills of goals do
 * not use it, because each of their steps is a separate job.
 */
export function reprocessingQueue(accountId: string): string {
  return `past:${accountId}`;
}
