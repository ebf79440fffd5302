import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { changesBetween } from '../audit/changes-between.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { refuseWhileInFeeds } from '../feed-filters/list-feeds-using.ts';
import { enqueueGoalRun } from './enqueue-goal-run.ts';
import { goalStepValue, middleSteps } from './funnel-steps.ts';
import { goalColumns } from './goal-columns.ts';
import { checkGoal, type GoalRecord, type GoalShape } from './goal-record.ts';
import { getGoal, getGoalName, unknownGoal } from './list-goals.ts';

type GoalChange = Partial<GoalShape> & { appliesToPast?: boolean };

/**
 * Changes a goal for new visits. With `appliesToPast`, a background job also matches it against past visits, unless the goal is inactive:
 * visits that have already reached it keep it.
 */
export async function updateGoal(ctx: Context, accountId: string, goalId: string, change: GoalChange): Promise<GoalRecord> {
  const { id } = await getGoalName(ctx, accountId, goalId);
  const { appliesToPast = false, ...changedFields } = change;
  await ctx.db.transaction().execute(async (trx) => {
    const before = await lockGoal(trx, accountId, id);
    const goal = checkGoal({ ...before, ...changedFields });
    await trx.updateTable('goals').set(goalColumns(goal)).where('account_id', '=', accountId).where('id', '=', id).execute();
    if (appliesToPast && goal.active) await enqueueGoalRun(ctx, trx, { accountId, goalId: id });
    const detail = changesBetween(before, goal);
    await recordAudit(ctx, trx, { for: { accountId }, action: 'goal.changed', subject: { kind: 'goal', id }, detail });
  });
  return getGoal(ctx, accountId, id);
}

/** Concurrent changes of other properties must not be overwritten. */
async function lockGoal(trx: Transaction<DB>, accountId: string, goalId: string): Promise<GoalShape> {
  const goal = await trx
    .selectFrom('goals')
    .select(['name', 'kind', 'operator', 'pattern', 'value', 'active'])
    .where('account_id', '=', accountId)
    .where('id', '=', goalId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!goal) throw unknownGoal(goalId);
  const { operator, pattern, ...shape } = goal;
  return { ...shape, match: { operator, value: pattern } };
}

/** Deletes a goal. A background job removes it from past visits. */
export async function deleteGoal(ctx: Context, accountId: string, goalId: string): Promise<void> {
  const goal = await getGoalName(ctx, accountId, goalId);
  await refuseWhileInFeeds(ctx, accountId, `The goal "${goal.name}"`, { field: 'goal', values: [goal.id] });
  const steps = middleSteps.map((step) => goalStepValue(goal.id, step));
  await refuseWhileInFeeds(ctx, accountId, `The goal "${goal.name}"`, { field: 'goal_step', values: steps });
  await ctx.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('goals').where('account_id', '=', accountId).where('id', '=', goal.id).execute();
    await enqueueGoalRun(ctx, trx, { accountId, goalId: goal.id });
    const subject = { kind: 'goal', id: goal.id };
    await recordAudit(ctx, trx, { for: { accountId }, action: 'goal.deleted', subject, detail: { name: goal.name } });
  });
}
