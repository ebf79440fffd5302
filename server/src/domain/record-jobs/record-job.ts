import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

export type RecordJobType = 'company_enrichment_job' | 'find_contact_data_job';
export type RecordJobConfiguration = { record_ids?: string[]; list_id?: string; custom_field_id?: string };
export type JobError = { code: string; title: string };
type ItemResult = { id: string; status: string; result: unknown };

export type RecordJob = {
  id: string;
  type: RecordJobType;
  status: 'running' | 'completed' | 'failed';
  createdAt: Date;
  completedAt: Date | null;
  configuration: RecordJobConfiguration;
  total: number;
  done: number;
  credits: { estimated: number; charged: number };
  results: ItemResult[] | null;
  errors: JobError[] | null;
};

/** The results of larger jobs are not listed; clients read the custom field of the companies, or the data of the contacts, instead. */
const maxResults = 10_000;

/** Find-contact-data jobs are deleted after this time, because their results are personal data. Enrichment jobs are never deleted. */
export const retentionDays = 7;

/** Returns a job with its progress. The charged credits are the sum of the credit charges that refer to the job. */
export async function getRecordJob(ctx: Context, accountId: string, type: RecordJobType, jobId: string): Promise<RecordJob> {
  const id = jobId.slice('job_'.length);
  const row = await ctx.db
    .selectFrom('record_jobs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('type', '=', type)
    .executeTakeFirst();
  const isExpired =
    row !== undefined && type === 'find_contact_data_job' && ctx.clock.now().getTime() - row.created_at.getTime() > retentionDays * dayMs;
  if (!row || isExpired) throw new Problem('not_found', `There is no job ${JSON.stringify(jobId)}.`);
  const [counts, charges] = await Promise.all([
    sql<{ total: number; open: number }>`
      select count(*)::int as total, (count(*) filter (where status is null))::int as open from record_job_items
      where account_id = ${accountId} and job_id = ${id}`.execute(ctx.db),
    sql<{ charged: number }>`
      select coalesce(sum(credits), 0)::int as charged from credit_charges where account_id = ${accountId} and request_id = ${id}`.execute(
      ctx.db,
    ),
  ]);
  const { total, open } = firstOf(counts.rows);
  return {
    id: jobId,
    type,
    status: row.status,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    configuration: row.configuration,
    total,
    done: total - open,
    credits: { estimated: row.estimated_credits, charged: firstOf(charges.rows).charged },
    results: row.status === 'running' || total > maxResults ? null : await listResults(ctx, accountId, id),
    errors: row.errors,
  };
}

async function listResults(ctx: Context, accountId: string, jobId: string): Promise<ItemResult[]> {
  const items = await ctx.db
    .selectFrom('record_job_items')
    .select(['record_id', 'status', 'result'])
    .where('account_id', '=', accountId)
    .where('job_id', '=', jobId)
    .orderBy('position')
    .execute();
  return items.flatMap(({ record_id: id, status, result }) => (status === null ? [] : [{ id, status, result }]));
}
