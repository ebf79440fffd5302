import { matchGoals } from '../goals/match-goals.ts';
import type { VisitMerge } from './visit-merge.ts';

/** Sets the goals reached in each changed visit. */
export function matchVisitGoals({ sessionized, rules }: VisitMerge): void {
  if (rules.goals.length === 0) return;
  for (const { visits } of sessionized) {
    for (const { row, hits } of visits) if (row !== null) row.goals = matchGoals(rules.goals, hits);
  }
}
