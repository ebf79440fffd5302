/** The queue of reattributions and rebuilds of an account, which wait for the same lanes. Goals need none: each of their steps is a job. */
export function pastQueue(accountId: string): string {
  return `past:${accountId}`;
}
