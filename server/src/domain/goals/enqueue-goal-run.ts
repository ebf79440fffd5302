import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';

export const goalRunName = 'apply-goal';

/** A goal to match against past visits, and the visit after which to continue. */
export type GoalRun = { accountId: string; goalId: string; after?: { startedAt: string; id: string } };

export function enqueueGoalRun(ctx: Context, db: Database, run: GoalRun): Promise<void> {
  return ctx.jobs.add(db, goalRunName, run);
}
