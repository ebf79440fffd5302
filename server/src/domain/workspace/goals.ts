import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

export type CountedGoal = { id: string; name: string; kind: string; operator: string; pattern: string; active: boolean; reached: number };

const countedDays = 30;

/** The goals of an account, with how often each was reached in the last thirty days. */
export async function listGoals(ctx: Context, accountId: string): Promise<CountedGoal[]> {
  const since = new Date(ctx.clock.now().getTime() - countedDays * 86_400_000);
  const { rows } = await sql<CountedGoal>`
    select g.id, g.name, g.kind, g.operator, g.pattern, g.active, coalesce(n.reached, 0) as reached
    from goals g left join (
      select (goal ->> 'goalId')::uuid as id, count(*)::int as reached
      from visits v cross join lateral jsonb_array_elements(v.goals) as hit (goal)
      where v.account_id = ${accountId} and v.started_at >= ${since} group by 1) n on n.id = g.id
    where g.account_id = ${accountId} order by g.created_at, g.id`.execute(ctx.db);
  return rows;
}

export async function removeGoal(ctx: Context, accountId: string, goalId: string): Promise<void> {
  const isUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(goalId);
  const result = isUuid
    ? await ctx.db.deleteFrom('goals').where('account_id', '=', accountId).where('id', '=', goalId).executeTakeFirst()
    : null;
  if (!result || result.numDeletedRows === 0n) throw new Problem('not_found', `There is no goal ${goalId}.`);
}
