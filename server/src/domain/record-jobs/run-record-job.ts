import { sql } from 'kysely';
import { findContactData } from '../contacts/find-contact-data.ts';
import type { Context } from '../context.ts';
import { creditMonth } from '../credits/credit-month.ts';
import { enrichCompanies, enrichmentBatchSize } from '../enrichment/enrich-companies.ts';
import { Problem } from '../problem.ts';
import { enqueueRecordJob } from './create-record-job.ts';
import type { JobError, RecordJobConfiguration, RecordJobType } from './record-job.ts';

type RecordWork = {
  account: { id: string; monthlyCredits: number; timezone: string };
  jobId: string;
  configuration: RecordJobConfiguration;
};
type ItemResult = { status: string; result: unknown };

const maxAttempts = 5;
/** If a job has no heartbeat for this long, its worker is assumed to be dead. Longer than any call to a provider. */
export const leaseMs = 180_000;
/** After this time, a job lets waiting jobs go first, so that a long list does not delay the jobs of other accounts. */
const defaultTurnMs = 10_000;

type Handler = {
  /** Number of records that are processed together. An interruption repeats at most one batch. */
  batchSize(ctx: Context): number;
  run(ctx: Context, work: RecordWork, recordIds: readonly string[]): Promise<ItemResult[]>;
};

const handlers: Record<RecordJobType, Handler> = {
  company_enrichment_job: { batchSize: enrichmentBatchSize, run: enrichCompanies },
  find_contact_data_job: { batchSize: () => 100, run: findContactData },
};

/**
 * Runs a job in batches of records. A batch is complete when its results are stored. An interrupted job continues with the first incomplete
 * batch; records that were charged before the interruption count as revealed and are not charged again.
 */
export async function runRecordJob(ctx: Context, accountId: string, jobId: string, turnMs = defaultTurnMs): Promise<void> {
  const now = ctx.clock.now();
  const before = new Date(now.getTime() - leaseMs);
  const job = await ctx.db
    .updateTable('record_jobs')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), heartbeat_at: now }))
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .where('status', '=', 'running')
    .where((eb) => eb.or([eb('heartbeat_at', 'is', null), eb('heartbeat_at', '<', before)]))
    .returning(['type', 'configuration', 'attempts'])
    .executeTakeFirst();
  if (!job) return;
  // A killed worker reports no error, so a job that exhausts the memory would otherwise be restarted forever.
  if (job.attempts > maxAttempts) {
    ctx.log.error({ jobId }, 'Record job failed: the worker of the last attempt died');
    return end(ctx, accountId, jobId, unexpectedError);
  }
  try {
    await runRecords(ctx, accountId, jobId, job, turnMs);
  } catch (error) {
    if (error instanceof Problem)
      return end(ctx, accountId, jobId, { code: codes[error.kind] ?? 'entity_not_found', title: error.details.title });
    ctx.log.error({ err: error, jobId }, 'Record job failed');
    if (job.attempts < maxAttempts) {
      await updateHeartbeat(ctx, accountId, jobId, null);
      throw error;
    }
    await end(ctx, accountId, jobId, unexpectedError);
  }
}

const unexpectedError: JobError = { code: 'internal_server_error', title: 'The job could not be done.' };

const codes: Partial<Record<Problem['kind'], string>> = {
  insufficient_credits: 'insufficient_credits',
  unavailable: 'service_unavailable',
};

async function runRecords(
  ctx: Context,
  accountId: string,
  jobId: string,
  { type, configuration }: { type: RecordJobType; configuration: RecordJobConfiguration },
  turnMs: number,
): Promise<void> {
  const row = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'monthly_credits', 'timezone'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row) return;
  const work = { account: { id: row.id, monthlyCredits: row.monthly_credits, timezone: row.timezone }, jobId, configuration };
  const { batchSize, run } = handlers[type];
  const startedMs = performance.now();
  for (let batches = 0; ; batches++) {
    const items = await ctx.db
      .selectFrom('record_job_items')
      .select('record_id')
      .where('account_id', '=', accountId)
      .where('job_id', '=', jobId)
      .where('status', 'is', null)
      .orderBy('position')
      .limit(batchSize(ctx))
      .execute();
    if (items.length === 0) return end(ctx, accountId, jobId, null);
    if (batches > 0 && performance.now() - startedMs > turnMs) return pause(ctx, accountId, jobId);
    const ids = items.map(({ record_id }) => record_id);
    try {
      await storeResults(ctx, work, ids, await run(ctx, work, ids));
    } catch (error) {
      if (!(error instanceof Problem) || error.kind !== 'insufficient_credits' || ids.length === 1) throw error;
      // The credits may be enough for some of the records.
      for (const id of ids) await storeResults(ctx, work, [id], await run(ctx, work, [id]));
    }
  }
}

/** Stores the results of a batch and extends the lease of the job. */
async function storeResults(
  ctx: Context,
  { account, jobId }: RecordWork,
  ids: readonly string[],
  results: readonly ItemResult[],
): Promise<void> {
  await sql`
    update record_job_items i set status = given.status, result = given.result::jsonb
    from unnest(${ids}::bigint[], ${results.map(({ status }) => status)}::text[], ${results.map(({ result }) => JSON.stringify(result))}::text[])
      as given (record_id, status, result)
    where i.account_id = ${account.id} and i.job_id = ${jobId} and i.record_id = given.record_id`.execute(ctx.db);
  await updateHeartbeat(ctx, account.id, jobId, ctx.clock.now());
}

/** Enqueues the job again, behind the waiting ones. */
async function pause(ctx: Context, accountId: string, jobId: string): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    // Only consecutive failures count as attempts.
    await trx
      .updateTable('record_jobs')
      .set({ heartbeat_at: null, attempts: 0 })
      .where('account_id', '=', accountId)
      .where('id', '=', jobId)
      .execute();
    await enqueueRecordJob(ctx, trx, accountId, jobId);
  });
}

/** Extends the lease of the job, or releases it so that the next runner can start immediately. */
async function updateHeartbeat(ctx: Context, accountId: string, jobId: string, heartbeatAt: Date | null): Promise<void> {
  await ctx.db
    .updateTable('record_jobs')
    .set({ heartbeat_at: heartbeatAt })
    .where('account_id', '=', accountId)
    .where('id', '=', jobId)
    .execute();
}

/** Ends the job once and adds its credits to the usage of the operation that created it. */
async function end(ctx: Context, accountId: string, jobId: string, error: JobError | null): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('record_jobs')
      .set({
        status: error === null ? 'completed' : 'failed',
        completed_at: now,
        errors: error === null ? null : JSON.stringify([error]),
      })
      .where('account_id', '=', accountId)
      .where('id', '=', jobId)
      .where('status', '=', 'running')
      .returning('id')
      .executeTakeFirst();
    if (!ended) return;
    await sql`
      insert into usage_counts (account_id, month, operation, requests, errors, credits_charged)
      select account_id, ${creditMonth(now)}::date, operation, 0, 0, sum(credits)::int from credit_charges
      where account_id = ${accountId} and request_id = ${jobId} group by account_id, operation
      on conflict (account_id, month, operation) do update set credits_charged = usage_counts.credits_charged + excluded.credits_charged`.execute(
      trx,
    );
  });
}
