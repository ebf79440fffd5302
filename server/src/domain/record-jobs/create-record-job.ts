import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { getRecordJob, type RecordJob, type RecordJobConfiguration, type RecordJobType } from './record-job.ts';

type NewRecordJob = { type: RecordJobType; configuration: RecordJobConfiguration; recordIds: string[]; estimatedCredits: number };

export const recordJobName = 'run-record-job';

export function enqueueRecordJob(ctx: Context, db: Database, accountId: string, jobId: string): Promise<void> {
  const key = `${recordJobName}:${accountId}:${jobId}`;
  return ctx.jobs.add(db, recordJobName, { accountId, jobId }, { key, queue: `${recordJobName}:${accountId}`, maxAttempts: 6 });
}

/** Creates a job with its records and queues its work in one transaction. */
export async function createRecordJob(ctx: Context, accountId: string, input: NewRecordJob): Promise<RecordJob> {
  const { type, configuration, recordIds, estimatedCredits } = input;
  const id = ctx.ids.uuid();
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('record_jobs')
      .values({
        account_id: accountId,
        id,
        type,
        status: 'running',
        configuration: JSON.stringify(configuration),
        estimated_credits: estimatedCredits,
        created_at: ctx.clock.now(),
      })
      .execute();
    await sql`
      insert into record_job_items (account_id, job_id, record_id, position)
      select ${accountId}::bigint, ${id}::uuid, given.id, given.position from unnest(${recordIds}::bigint[]) with ordinality as given (id, position)
      returning 1`.execute(trx);
    await enqueueRecordJob(ctx, trx, accountId, id);
  });
  return getRecordJob(ctx, accountId, type, `job_${id}`);
}
