import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { GoalRecord } from './goal-record.ts';

/** Lists goals, oldest first, with the number of visits that reached them, in total or since a given time. */
export function listGoals(ctx: Context, accountId: string, since: Date | null = null): Promise<GoalRecord[]> {
  return select(ctx, accountId, since, sql`true`);
}

export async function getGoal(ctx: Context, accountId: string, goalId: string): Promise<GoalRecord> {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(goalId);
  const [goal] = isUuid ? await select(ctx, accountId, null, sql`g.id = ${goalId}`) : [];
  if (!goal) throw new Problem('not_found', `There is no goal ${JSON.stringify(goalId)}.`);
  return goal;
}

/** Reads only visits with goals, using the index `visits_with_goals`. */
async function select(ctx: Context, accountId: string, since: Date | null, wanted: RawBuilder<unknown>): Promise<GoalRecord[]> {
  const { rows } = await sql<GoalRecord>`
    select g.id, g.name, g.kind, jsonb_build_object('operator', g.operator, 'value', g.pattern) as match, g.value, g.active,
      coalesce(n.reached, 0) as "reachedCount"
    from goals g left join (
      select goal ->> 'goalId' as id, count(*)::int as reached
      from visits v cross join lateral jsonb_array_elements(v.goals) as hit (goal)
      where v.account_id = ${accountId} and v.goals <> '[]'::jsonb and v.started_at >= ${since ?? '-infinity'}
      group by 1) n on n.id = g.id::text
    where g.account_id = ${accountId} and ${wanted} order by g.created_at, g.id`.execute(ctx.db);
  return rows;
}
