import type { Context } from '../context.ts';
import { type BatchJob, type BatchJobType, type Configuration, getBatchJob } from './batch-job.ts';
import { getList, refuseReadOnly } from './list.ts';

/** The name under which the queue knows the work. */
export const batchJobName = 'run-batch-job';

/** Takes a job on: it exists in the answer exactly when its work is in the queue. */
export async function createBatchJob(ctx: Context, accountId: string, type: BatchJobType, configuration: Configuration): Promise<BatchJob> {
  refuseReadOnly(await getList(ctx, accountId, configuration.list_id));
  const id = ctx.ids.uuid();
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('batch_jobs')
      .values({
        account_id: accountId,
        id,
        type,
        status: 'running',
        configuration: JSON.stringify(configuration),
        created_at: ctx.clock.now(),
      })
      .execute();
    await ctx.jobs.add(trx, batchJobName, { accountId, jobId: id }, { maxAttempts: 6 });
  });
  return getBatchJob(ctx, accountId, type, `job_${id}`);
}
