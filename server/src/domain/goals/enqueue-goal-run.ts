import type { Database } from '../../db/connect.ts';
import { longJobsQueue } from '../account-queues.ts';
import type { Context } from '../context.ts';

export const goalRunJobName = 'apply-goal';

/** A goal to match against past visits, the visit after which to continue, and the number of visits of the next step. */
export type GoalRun = { accountId: string; goalId: string; after?: { startedAt: string; id: string }; rows?: number };

export function enqueueGoalRun(ctx: Context, db: Database, run: GoalRun): Promise<void> {
  return ctx.jobs.add(db, goalRunJobName, run, { queue: longJobsQueue(run.accountId) });
}
