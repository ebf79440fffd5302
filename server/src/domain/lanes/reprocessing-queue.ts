/**
 * Returns the name of the job queue for reattributions and rebuilds of an account, which wait for the same lanes. Backfills of goals do
 * not use it, because each of its steps is a separate job.
 */
export function reprocessingQueue(accountId: string): string {
  return `past:${accountId}`;
}
