import type { Context } from '../context.ts';
import { enqueueBatchJob } from './enqueue-batch-job.ts';

const staleAfterMs = 60_000;

/**
 * Requeues jobs whose worker has died, because the queue would keep them locked for hours. A running job holds its row lock, so a
 * second runner returns immediately.
 */
export async function resumeBatchJobs(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - staleAfterMs);
  const running = await ctx.db
    .selectFrom('batch_jobs')
    .select(['account_id', 'id'])
    .where('status', '=', 'running')
    .where('created_at', '<', before)
    .execute();
  for (const { account_id, id } of running) await enqueueBatchJob(ctx, ctx.db, account_id, id);
  return running.length;
}
