import type { Lane } from '../domain/lanes/lanes.ts';

/** Large enough to save most of the round trips; larger groups would only hold their locks for longer. */
const maxGroupSize = 24;

/**
 * Groups the lanes of a round into transactions. If many accounts have waiting events, a group consists of one lane from each of several
 * accounts. Otherwise a group is a single lane, so that several lanes of an account are processed at the same time.
 */
export function groupLanes(lanes: readonly Lane[], workers: number): Lane[][] {
  const byAccount = [...Map.groupBy(lanes, ({ accountId }) => accountId).values()];
  const size = Math.min(maxGroupSize, Math.floor(byAccount.length / workers));
  if (size < 2) return lanes.map((lane) => [lane]);
  const groups: Lane[][] = [];
  // Takes one lane of every account before the second lane of any, so that concurrent groups rarely share an account.
  for (let index = 0; byAccount.some((accountLanes) => index < accountLanes.length); index++) {
    const turn = byAccount.flatMap((accountLanes) => accountLanes[index] ?? []);
    while (turn.length > 0) groups.push(turn.splice(0, size));
  }
  return groups;
}
