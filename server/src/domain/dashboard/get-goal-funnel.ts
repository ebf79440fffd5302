import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { getGoalDefinition } from '../goals/list-goals.ts';
import { isGoalPage } from '../goals/match-goals.ts';
import { type Interval, visitsWithin } from './interval.ts';

/** Visits and identified companies that got as far as a step. Every step is a subset of the previous one. */
type FunnelStep = { step: 'visits' | 'engaged' | 'considered' | 'reached'; visits: number; companies: number };
export type GoalFunnel = {
  goal: { id: string; name: string };
  steps: FunnelStep[];
  /** Pages of the visits that reached the goal, other than the pages of the goal itself. They define the third step. */
  pages: { path: string; visits: number }[];
  /** Whether only the newest visits were counted, because there are too many. */
  isSample: boolean;
};

const maxPages = 5;
/** Maximum number of pages that are read before those of the goal are excluded. */
const maxPagesRead = 1000;
/** Maximum number of visits that are read, to bound the cost on large accounts. */
const maxFunnelVisits = 10_000;

/**
 * Returns how many visits reached each step towards a goal: all visits, those with a second page, those that viewed one of the pages most
 * viewed in visits that reached the goal (other than the pages of the goal), and those that reached the goal. If there are too many visits,
 * only the newest are counted.
 */
export async function getGoalFunnel(ctx: Context, interval: Interval, goalId: string): Promise<GoalFunnel> {
  const goal = await getGoalDefinition(ctx, interval.accountId, goalId);
  const { id, name } = goal;
  const hasReached = sql<boolean>`v.goals @> ${JSON.stringify([{ goalId: id }])}::jsonb`;
  const { rows: viewed } = await sql<{ id: string; url: string; path: string; visits: number }>`
    select g.id, g.url, g.path, count(*)::int as visits
    from (
      select v.page_ids, v.goals from visits v where ${visitsWithin(interval)} and v.goals <> '[]'::jsonb
      order by v.started_at desc limit ${maxFunnelVisits}) as v
    cross join lateral (select distinct page_id from unnest(v.page_ids) as u (page_id)) as seen
    join pages g on g.account_id = ${interval.accountId} and g.id = seen.page_id
    where ${hasReached}
    group by 1, 2, 3 order by 4 desc, 3 limit ${maxPagesRead}`.execute(ctx.db);
  const pages = viewed.filter(({ url }) => !isGoalPage(goal, url)).slice(0, maxPages);
  const pageIds = pages.map((page) => page.id);
  const { rows } = await sql<Record<'all' | 'engaged' | 'considered' | 'reached', [number, number]>>`
    select array[count(*), count(distinct company_id)]::int[] as "all",
      array[count(*) filter (where is_engaged), count(distinct company_id) filter (where is_engaged)]::int[] as engaged,
      array[count(*) filter (where is_considered), count(distinct company_id) filter (where is_considered)]::int[] as considered,
      array[count(*) filter (where is_reached), count(distinct company_id) filter (where is_reached)]::int[] as reached
    from (
      select company_id, is_reached, is_reached or is_considered as is_considered, is_reached or is_considered or is_engaged as is_engaged from (
        select v.company_id, v.page_depth > 1 as is_engaged, v.page_depth > 1 and v.page_ids && ${pageIds}::bigint[] as is_considered,
          ${hasReached} as is_reached
        from visits v where ${visitsWithin(interval)} order by v.started_at desc limit ${maxFunnelVisits}) as visit) as counted`.execute(
    ctx.db,
  );
  const { all, engaged, considered, reached } = firstOf(rows);
  const step = (named: FunnelStep['step'], [visits, companies]: [number, number]): FunnelStep => ({ step: named, visits, companies });
  return {
    goal: { id, name },
    steps: [step('visits', all), step('engaged', engaged), step('considered', considered), step('reached', reached)],
    pages: pages.map(({ path, visits }) => ({ path, visits })),
    isSample: all[0] === maxFunnelVisits,
  };
}
