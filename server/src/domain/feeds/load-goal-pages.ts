import type { Context } from '../context.ts';
import { conditionsOf, type Filters } from '../feed-filters/filter.ts';
import { findPagesOnTheWay } from '../goals/find-pages-on-the-way.ts';
import { readGoalStep } from '../goals/funnel-steps.ts';
import { listGoalDefinitions } from '../goals/list-goals.ts';
import type { VisitInterval } from './visit-interval.ts';

/** The ids of the pages on the way to a goal, by goal. */
export type GoalPages = ReadonlyMap<string, readonly string[]>;

/** Loads the pages on the way to the goals that the filters refer to, in the visits of the interval. A goal that does not exist has none. */
export async function loadGoalPages(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  filters: readonly Filters[],
  interval: VisitInterval,
): Promise<GoalPages> {
  const values = filters.flatMap(conditionsOf).flatMap(({ field, values }) => (field === 'goal_step' ? values : []));
  const goalIds = new Set(values.flatMap((value) => readGoalStep(String(value))?.goalId ?? []));
  if (goalIds.size === 0) return new Map();
  const goals = await listGoalDefinitions(ctx, accountId, [...goalIds]);
  const pages = await findPagesOnTheWay(ctx, accountId, goals, interval);
  return new Map([...goalIds].map((goalId) => [goalId, (pages.get(goalId) ?? []).map(({ id }) => id)]));
}
