import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type Goal, isGoalPage } from './match-goals.ts';

/** A page of visits that reached a goal, and the number of these visits. */
type PageOnTheWay = { id: string; path: string; visits: number };

const maxPages = 5;
/** Maximum number of pages per goal that are read before those of the goal are excluded. */
const maxPagesRead = 1000;
/** Maximum number of visits per goal whose pages are counted. */
const maxVisits = 10_000;
/** Maximum number of visits with any goal that are read, to bound the cost on large accounts. */
const maxVisitsRead = 50_000;

/**
 * Returns, by goal, the pages most viewed in the newest visits of an interval that reached it, other than the pages of the goal itself. They
 * define the third step of its funnel.
 */
export async function findPagesOnTheWay(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  goals: readonly Goal[],
  { fromAt, toAt }: { fromAt: Date; toAt: Date },
): Promise<Map<string, PageOnTheWay[]>> {
  if (goals.length === 0) return new Map();
  const { rows } = await sql<PageOnTheWay & { goalId: string; url: string }>`
    select "goalId", id, url, path, visits
    from (
      select v.goal_id as "goalId", g.id, g.url, g.path, count(*)::int as visits,
        row_number() over (partition by v.goal_id order by count(*) desc, g.path, g.id) as position
      from (
        select v.page_ids, reached.goal_id, row_number() over (partition by reached.goal_id order by v.started_at desc) as number
        from (
          select v.page_ids, v.goals, v.started_at from visits v
          where v.account_id = ${accountId} and v.page_depth > 0 and v.started_at >= ${fromAt} and v.started_at < ${toAt} and v.goals <> '[]'::jsonb
          order by v.started_at desc limit ${maxVisitsRead}) as v
        cross join lateral (select distinct goal ->> 'goalId' as goal_id from jsonb_array_elements(v.goals) as goals (goal)) as reached
        where reached.goal_id = any(${goals.map(({ id }) => id)}::text[])) as v
      cross join lateral (select distinct page_id from unnest(v.page_ids) as u (page_id)) as seen
      join pages g on g.account_id = ${accountId} and g.id = seen.page_id
      where v.number <= ${maxVisits}
      group by v.goal_id, g.id, g.url, g.path) as viewed
    where position <= ${maxPagesRead} order by position`.execute(ctx.db);
  const viewed = Map.groupBy(rows, ({ goalId }) => goalId);
  return new Map(
    goals.map((goal) => {
      const pages = (viewed.get(goal.id) ?? []).filter(({ url }) => !isGoalPage(goal, url)).slice(0, maxPages);
      return [goal.id, pages.map(({ id, path, visits }) => ({ id, path, visits }))];
    }),
  );
}
