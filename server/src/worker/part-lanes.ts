import type { Lane } from '../domain/events/lanes.ts';

/** Enough to save most of the round trips; more would only hold the locks for longer. */
const maxLanesAtOnce = 24;

/**
 * Divides the lanes of a round into parts to be processed together. If many accounts have waiting events, a part has one lane each of
 * several accounts. Otherwise it is a single lane, so that several lanes of an account are processed at the same time.
 */
export function partLanes(lanes: readonly Lane[], workers: number): Lane[][] {
  const byAccount = [...Map.groupBy(lanes, ({ accountId }) => accountId).values()];
  const atOnce = Math.min(maxLanesAtOnce, Math.floor(byAccount.length / workers));
  if (atOnce < 2) return lanes.map((lane) => [lane]);
  const parts: Lane[][] = [];
  // One lane of each account before the second of any: two parts in progress then rarely have the same account.
  for (let at = 0; byAccount.some((own) => at < own.length); at++) {
    const turn = byAccount.flatMap((own) => own[at] ?? []);
    while (turn.length > 0) parts.push(turn.splice(0, atOnce));
  }
  return parts;
}
