import type { CompanySearch } from '../companies/company-search.ts';
import type { ContactSearch } from '../contacts/contact-search.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

export type BatchJobType = 'batch_remove_from_list_job';
export type BatchItem = { type: 'company' | 'contact'; id: string };
export type ItemStatus = 'removed' | 'not_present' | 'not_found' | 'scope_mismatch' | 'failed';
export type Selection = { items: BatchItem[] } | { advanced_search: CompanySearch & ContactSearch };
export type Configuration = { list_id: string } & Selection;

export type BatchJob = {
  id: string;
  type: string;
  status: 'running' | 'completed' | 'failed';
  createdAt: Date;
  completedAt: Date | null;
  configuration: Configuration;
  results: (BatchItem & { status: ItemStatus })[] | null;
  summary: Record<string, number> | null;
  errors: { code: string; title: string }[] | null;
};

/** Contract, Identifiers: a job is `job_<uuid>`. */
export const jobIdPattern = '^job_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

export async function getBatchJob(ctx: Context, accountId: string, type: BatchJobType, jobId: string): Promise<BatchJob> {
  const row = await ctx.db
    .selectFrom('batch_jobs')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', jobId.slice('job_'.length))
    .where('type', '=', type)
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no job ${JSON.stringify(jobId)}.`);
  return {
    id: `job_${row.id}`,
    type: row.type,
    status: row.status as BatchJob['status'],
    createdAt: row.created_at,
    completedAt: row.completed_at,
    configuration: row.configuration as Configuration,
    results: row.results as BatchJob['results'],
    summary: row.summary as BatchJob['summary'],
    errors: row.errors as BatchJob['errors'],
  };
}
