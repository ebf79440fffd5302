import { sql } from 'kysely';

/** The steps of a funnel between all visits and those that reached the goal. Every step is a subset of the previous one. */
export const middleSteps = ['engaged', 'considered'] as const;
export type MiddleStep = (typeof middleSteps)[number];

/**
 * SQL conditions on visits `v`, used by the funnel and by the filter that opens the companies of a step. `engaged`: more than one page;
 * `considered`: one of the pages on the way to the goal; `reached`: the goal. A visit that reached the goal counts for every step, even if it
 * has only one page.
 */
export function funnelConditions(goalId: string, pageIds: readonly string[]) {
  const reached = sql<boolean>`v.goals @> ${JSON.stringify([{ goalId }])}::jsonb`;
  return {
    reached,
    considered: sql<boolean>`(${reached} or v.page_depth > 1 and v.page_ids && ${pageIds}::bigint[])`,
    engaged: sql<boolean>`(${reached} or v.page_depth > 1)`,
  };
}

/** Returns the value of the filter field `goal_step` for a step of the funnel of a goal. */
export function goalStepValue(goalId: string, step: MiddleStep): string {
  return `${goalId}/${step}`;
}

/** Reads a value of the filter field `goal_step`. Null if it names no step. */
export function readGoalStep(value: string): { goalId: string; step: MiddleStep } | null {
  const [goalId = '', name] = value.split('/');
  const step = middleSteps.find((known) => known === name);
  return step === undefined ? null : { goalId, step };
}
