import type { Lane } from '../domain/lanes/lanes.ts';

/** Large enough to save most of the round trips; larger groups would only hold their locks for longer. */
const maxAccounts = 24;

type Workers = {
  /** Number of transactions that the caller runs at the same time. */
  concurrency: number;
  /** Number of transactions that all threads of the process run at the same time. */
  total: number;
};

/**
 * Groups the lanes of a round into transactions. The lanes of an account are divided into as few parts as keep all workers busy, because
 * larger batches cost less per event. If many accounts have waiting events, a group consists of one part from each of several accounts.
 */
export function groupLanes(lanes: readonly Lane[], { concurrency, total }: Workers): Lane[][] {
  const byAccount = [...Map.groupBy(lanes, ({ accountId }) => accountId).values()];
  const partCount = Math.ceil(total / Math.max(1, byAccount.length));
  const parts = byAccount.map((accountLanes) => divide(accountLanes, partCount));
  const size = Math.max(1, Math.min(maxAccounts, Math.floor(byAccount.length / concurrency)));
  const groups: Lane[][] = [];
  // Takes one part of every account before the second part of any, so that concurrent groups rarely share an account.
  for (let index = 0; index < partCount; index++) {
    const turn = parts.flatMap((accountParts) => accountParts.slice(index, index + 1));
    while (turn.length > 0) groups.push(turn.splice(0, size).flat());
  }
  return groups;
}

/** Divides lanes into at most `count` parts of nearly the same size. */
function divide(lanes: readonly Lane[], count: number): Lane[][] {
  return Array.from({ length: Math.min(count, lanes.length) }, (_, part) => lanes.filter((_, index) => index % count === part));
}
