import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { enqueueGoalRun } from './enqueue-goal-run.ts';
import { goalColumns } from './goal-columns.ts';
import { checkGoal, type GoalRecord, type GoalShape, maxGoals } from './goal-record.ts';

type NewGoal = Pick<GoalShape, 'name' | 'kind' | 'match'> & { value?: number | null; active?: boolean; appliesToPast?: boolean };

/** Creates a goal for new visits. With `appliesToPast`, a background job also matches it against past visits. */
export async function createGoal(ctx: Context, accountId: string, input: NewGoal): Promise<GoalRecord> {
  const { appliesToPast = false, value = null, active = true } = input;
  const goal = checkGoal({ name: input.name, kind: input.kind, match: input.match, value, active });
  const id = ctx.ids.uuid();
  await ctx.db.transaction().execute(async (trx) => {
    // Locks the account, so that concurrent calls cannot exceed the limit.
    await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
    const { rows } = await sql<{ total: number }>`select count(*)::int as total from goals where account_id = ${accountId}`.execute(trx);
    if (firstOf(rows).total >= maxGoals) throw new Problem('conflict', `An account can have at most ${maxGoals} goals.`);
    await trx
      .insertInto('goals')
      .values({ account_id: accountId, id, ...goalColumns(goal), created_at: ctx.clock.now() })
      .execute();
    if (appliesToPast && active) await enqueueGoalRun(ctx, trx, { accountId, goalId: id });
    await recordAudit(ctx, trx, { for: { accountId }, action: 'goal.created', subject: { kind: 'goal', id }, detail: goal });
  });
  return { id, ...goal, reachedCount: 0 };
}
