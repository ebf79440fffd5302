import type { CompanySearch } from '../company-search/company-search.ts';
import type { ContactSearch } from '../contacts/contact-search.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

type ListJobType = 'batch_add_to_list_job' | 'batch_remove_from_list_job';
type TagJobType = 'batch_add_tags_job' | 'batch_remove_tags_job';
export type BatchJobType = ListJobType | TagJobType;

export type BatchItem = { type: 'company' | 'contact'; id: string };
export type ItemStatus = 'added' | 'already_present' | 'removed' | 'not_present' | 'not_found' | 'scope_mismatch' | 'failed';
export type AdvancedSearch = CompanySearch & ContactSearch;
export type Selection = { items: BatchItem[] } | { advanced_search: AdvancedSearch };
export type Target = { list_id: string } | { tag_ids: string[] };
export type Configuration = Target & Selection;

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

/** The id of a job is `job_<uuid>`. */
export const jobIdPattern = '^job_[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$';

export function isAdding(type: string): boolean {
  return type === 'batch_add_to_list_job' || type === 'batch_add_tags_job';
}

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
    status: row.status,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    configuration: row.configuration,
    results: row.results,
    summary: row.summary,
    errors: row.errors,
  };
}
