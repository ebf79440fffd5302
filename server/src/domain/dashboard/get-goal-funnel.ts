import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { findPagesOnTheWay } from '../goals/find-pages-on-the-way.ts';
import { funnelConditions, type MiddleStep } from '../goals/funnel-steps.ts';
import { getGoalDefinition } from '../goals/list-goals.ts';
import { boundsOf, type Interval, visitsWithin } from './interval.ts';

/** Visits and identified companies that got as far as a step. Every step is a subset of the previous one. */
type FunnelStep = { step: 'visits' | MiddleStep | 'reached'; visits: number; companies: number };
export type GoalFunnel = {
  goal: { id: string; name: string };
  steps: FunnelStep[];
  /** Pages of the visits that reached the goal, other than the pages of the goal itself. They define the third step. */
  pages: { path: string; visits: number }[];
  /** Whether only the newest visits were counted, because there are too many. */
  isSample: boolean;
};

/** Maximum number of visits that are read, to bound the cost on large accounts. */
const maxFunnelVisits = 10_000;

/**
 * Returns how many visits reached each step toward a goal: all visits, those with a second page, those that viewed one of the pages most
 * viewed in visits that reached the goal (other than the pages of the goal), and those that reached the goal. If there are too many visits,
 * only the newest are counted.
 */
export async function getGoalFunnel(ctx: Context, interval: Interval, goalId: string): Promise<GoalFunnel> {
  const goal = await getGoalDefinition(ctx, interval.accountId, goalId);
  const { id, name } = goal;
  const pages = (await findPagesOnTheWay(ctx, interval.accountId, [goal], boundsOf(interval))).get(id) ?? [];
  const conditions = funnelConditions(
    id,
    pages.map((page) => page.id),
  );
  const { rows } = await sql<Record<'all' | 'engaged' | 'considered' | 'reached', [number, number]>>`
    select array[count(*), count(distinct company_id)]::int[] as "all",
      array[count(*) filter (where is_engaged), count(distinct company_id) filter (where is_engaged)]::int[] as engaged,
      array[count(*) filter (where is_considered), count(distinct company_id) filter (where is_considered)]::int[] as considered,
      array[count(*) filter (where is_reached), count(distinct company_id) filter (where is_reached)]::int[] as reached
    from (
      select v.company_id, ${conditions.engaged} as is_engaged, ${conditions.considered} as is_considered, ${conditions.reached} as is_reached
      from visits v where ${visitsWithin(interval)} order by v.started_at desc limit ${maxFunnelVisits}) as visit`.execute(ctx.db);
  const { all, engaged, considered, reached } = firstOf(rows);
  const step = (named: FunnelStep['step'], [visits, companies]: [number, number]): FunnelStep => ({ step: named, visits, companies });
  return {
    goal: { id, name },
    steps: [step('visits', all), step('engaged', engaged), step('considered', considered), step('reached', reached)],
    pages: pages.map(({ path, visits }) => ({ path, visits })),
    isSample: all[0] === maxFunnelVisits,
  };
}
