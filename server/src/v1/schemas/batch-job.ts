import { Type } from 'typebox';
import type { BatchJob } from '../../domain/lists/batch-job.ts';
import { jobIdPattern } from '../../domain/lists/batch-job.ts';
import { Exact, OneOf, RecordId, Timestamp } from './resource.ts';
import { CompanySearchV1, ContactSearchV1 } from './search.ts';

export const JobId = Type.String({ pattern: jobIdPattern, examples: ['job_01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e'] });
export const ListId = Type.String({ pattern: '^[a-z]+_\\d{1,18}$', examples: ['static_1001'] });
const itemType = OneOf(['company', 'contact']);
export const BatchItems = Type.Array(Exact({ type: itemType, id: RecordId }), { minItems: 1, maxItems: 1000 });
export const AdvancedSearch = Type.Union([CompanySearchV1, ContactSearchV1]);
const count = Type.Integer({ minimum: 0 });

export const BatchRemoveFromListJobV1 = Exact(
  {
    type: Type.Literal('batch_remove_from_list_job'),
    id: JobId,
    attributes: Exact({
      status: OneOf(['running', 'completed', 'failed']),
      created_at: Timestamp,
      completed_at: Type.Optional(Timestamp),
      configuration: Exact({
        list_id: ListId,
        items: Type.Optional(Type.Array(Exact({ type: itemType, id: RecordId }))),
        advanced_search: Type.Optional(AdvancedSearch),
      }),
      results: Type.Optional(
        Type.Array(
          Exact({ type: itemType, id: RecordId, status: OneOf(['removed', 'not_present', 'not_found', 'scope_mismatch', 'failed']) }),
        ),
      ),
      summary: Type.Optional(
        Exact({
          removed: count,
          not_found: count,
          not_present: count,
          scope_mismatch: count,
          failed_count: count,
          list_size_after: count,
        }),
      ),
      errors: Type.Optional(Type.Array(Exact({ code: Type.String(), title: Type.String() }))),
    }),
  },
  { $id: 'BatchRemoveFromListJobV1' },
);

/** Spec, batch_remove_from_list_job: what a running or failed job has not got is left out. */
export function batchJobV1(job: BatchJob) {
  return {
    type: job.type,
    id: job.id,
    attributes: {
      status: job.status,
      created_at: job.createdAt.toISOString(),
      ...(job.completedAt && { completed_at: job.completedAt.toISOString() }),
      configuration: job.configuration,
      ...(job.results && { results: job.results }),
      ...(job.summary && { summary: job.summary }),
      ...(job.errors && { errors: job.errors }),
    },
  };
}
