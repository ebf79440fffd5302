import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { enqueueRecordJob } from './create-record-job.ts';
import { leaseMs } from './run-record-job.ts';

/** Requeues jobs whose worker has died, because the queue would keep them locked for hours. */
export async function resumeRecordJobs(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - leaseMs);
  const { rows } = await sql<{ account_id: string; id: string }>`
    select account_id, id from record_jobs where status = 'running' and created_at < ${before}
      and (heartbeat_at is null or heartbeat_at < ${before})`.execute(ctx.db);
  for (const { account_id, id } of rows) await enqueueRecordJob(ctx, ctx.db, account_id, id);
}
