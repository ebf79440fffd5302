/**
 * The queue of reattributions and rebuilds of an account, which wait for the same lanes. Goals do not use it, because each of their steps is
 * a separate job.
 */
export function reprocessingQueue(accountId: string): string {
  return `past:${accountId}`;
}
