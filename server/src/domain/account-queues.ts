/** Jobs of the same queue run one at a time. With these queues, an account uses at most one slot of a runner for its longer work. */

/** The queue for exports, batch jobs and the first run of lists that follow a feed. */
export function shortJobsQueue(accountId: string): string {
  return `short:${accountId}`;
}

/** The queue for an account's long jobs (see `isLong` in jobs/index.ts). */
export function longJobsQueue(accountId: string): string {
  return `long:${accountId}`;
}
