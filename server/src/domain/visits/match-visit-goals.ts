import { itemAt } from '../../lib/item-at.ts';
import { keepReachedGoals, matchGoals } from '../goals/match-goals.ts';
import type { VisitMerge } from './visit-merge.ts';

/** Sets the goals loaded in each changed visit. Goals that were turned off after a visit reached them are kept. */
export function matchVisitGoals({ sessionized, loaded, takenFrom, rules }: VisitMerge): void {
  if (rules.goals.length === 0) return;
  const inactiveIds = new Set(rules.goals.flatMap(({ id, active }) => (active ? [] : id)));
  for (const [index, { visits }] of sessionized.entries()) {
    const before =
      inactiveIds.size === 0
        ? []
        : itemAt(loaded, index)
            .affected.map(({ visit }) => visit)
            .concat(takenFrom);
    const inactive = before.flatMap(({ goals }) => goals.filter(({ goalId }) => inactiveIds.has(goalId)));
    for (const { row, hits } of visits) {
      if (row === null) continue;
      row.goals = matchGoals(rules.goals, hits);
      if (inactive.length > 0) {
        row.goals.push(...keepReachedGoals(inactive, hits));
        row.goals.sort((one, other) => (one.goalId < other.goalId ? -1 : 1));
      }
    }
  }
}
