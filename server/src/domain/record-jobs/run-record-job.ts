import { sql } from 'kysely';
import { findContactData } from '../contacts/find-contact-data.ts';
import type { Context } from '../context.ts';
import { creditMonth } from '../credits/credit-month.ts';
import { enrichCompany } from '../enrichment/enrich-company.ts';
import { Problem } from '../problem.ts';
import type { JobError, RecordJobConfiguration, RecordJobType } from './record-job.ts';

type RecordWork = {
  account: { id: string; monthlyCredits: number; timezone: string };
  jobId: string;
  configuration: RecordJobConfiguration;
};
type ItemResult = { status: string; result: unknown };

const maxAttempts = 5;
/** Longer than any call to a provider; a job without a heartbeat for this long has lost its worker. */
export const leaseMs = 180_000;
const batchSize = 100;

const handlers: Record<RecordJobType, (ctx: Context, work: RecordWork, recordId: string) => Promise<ItemResult>> = {
  company_enrichment_job: enrichCompany,
  find_contact_data_job: findContactData,
};

/**
 * Runs a job record by record. A record is complete when its result is stored: an interrupted job continues with the next one, and a record
 * that was charged but not stored is open and costs nothing the second time.
 */
export async function runRecordJob(ctx: Context, accountId: string, jobId: string): Promise<void> {
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
  try {
    await runRecords(ctx, accountId, jobId, job.type, job.configuration);
  } catch (error) {
    if (error instanceof Problem)
      return end(ctx, accountId, jobId, { code: codes[error.kind] ?? 'entity_not_found', title: error.details.title });
    ctx.log.error({ err: error, jobId }, 'Record job failed');
    if (job.attempts < maxAttempts) {
      await updateHeartbeat(ctx, accountId, jobId, null);
      throw error;
    }
    await end(ctx, accountId, jobId, { code: 'internal_server_error', title: 'The job could not be done.' });
  }
}

const codes: Partial<Record<Problem['kind'], string>> = {
  insufficient_credits: 'insufficient_credits',
  unavailable: 'service_unavailable',
};

async function runRecords(ctx: Context, accountId: string, jobId: string, type: RecordJobType, configuration: RecordJobConfiguration) {
  const row = await ctx.db
    .selectFrom('accounts')
    .select(['id', 'monthly_credits', 'timezone'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (!row) return;
  const work = { account: { id: row.id, monthlyCredits: row.monthly_credits, timezone: row.timezone }, jobId, configuration };
  for (;;) {
    const items = await ctx.db
      .selectFrom('record_job_items')
      .select('record_id')
      .where('account_id', '=', accountId)
      .where('job_id', '=', jobId)
      .where('status', 'is', null)
      .orderBy('position')
      .limit(batchSize)
      .execute();
    if (items.length === 0) return end(ctx, accountId, jobId, null);
    for (const { record_id } of items) {
      const { status, result } = await handlers[type](ctx, work, record_id);
      await ctx.db
        .updateTable('record_job_items')
        .set({ status, result: JSON.stringify(result) })
        .where('account_id', '=', accountId)
        .where('job_id', '=', jobId)
        .where('record_id', '=', record_id)
        .execute();
      await updateHeartbeat(ctx, accountId, jobId, ctx.clock.now());
    }
  }
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
