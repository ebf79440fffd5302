import { type TProperties, Type } from 'typebox';
import type { BatchItem, BatchJob, ItemStatus, Selection } from '../../domain/batch-jobs/batch-job.ts';
import { jobIdPattern } from '../../domain/batch-jobs/batch-job.ts';
import { Problem } from '../../domain/problem.ts';
import { ListId } from './list.ts';
import { Exact, OneOf, RecordId, Timestamp } from './resource.ts';
import { CompanySearchV1, ContactSearchV1 } from './search.ts';

export const JobId = Type.String({ pattern: jobIdPattern, examples: ['job_01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e'] });
const itemType = OneOf(['company', 'contact']);
const BatchItems = Type.Array(Exact({ type: itemType, id: RecordId }), { minItems: 1, maxItems: 1000 });
const AdvancedSearch = Type.Union([CompanySearchV1, ContactSearchV1]);
const count = Type.Integer({ minimum: 0 });

const TagIds = Type.Array(RecordId, { minItems: 1, maxItems: 100 });

/** The body that creates a job for a list. It must have exactly one of items and advanced_search, which `selectionOf` checks. */
export function listJobRequest<const Name extends string>(type: Name, $id: string) {
  return requestOf(type, { list_id: ListId }, $id);
}

export function tagsJobRequest<const Name extends string>(type: Name, $id: string) {
  return requestOf(type, { tag_ids: TagIds }, $id);
}

function requestOf<const Name extends string, Target extends TProperties>(type: Name, target: Target, $id: string) {
  const attributes = Exact({ ...target, items: Type.Optional(BatchItems), advanced_search: Type.Optional(AdvancedSearch) });
  return Exact({ data: Exact({ type: Type.Literal(type), attributes }) }, { $id });
}

export function selectionOf({ items, advanced_search }: { items?: BatchItem[]; advanced_search?: unknown }): Selection {
  if ((items === undefined) === (advanced_search === undefined)) {
    throw new Problem('invalid_input', { title: 'Specify exactly one of items and advanced_search.', pointer: '/data/attributes' });
  }
  return (items === undefined ? { advanced_search } : { items }) as Selection;
}

const addStatuses = ['added', 'already_present', 'not_found', 'scope_mismatch', 'failed'] as const satisfies ItemStatus[];
const removeStatuses = ['removed', 'not_present', 'not_found', 'scope_mismatch', 'failed'] as const satisfies ItemStatus[];
const addCounts = { added: count, already_present: count, not_found: count, scope_mismatch: count, failed_count: count };
const removeCounts = { removed: count, not_present: count, not_found: count, scope_mismatch: count, failed_count: count };

export const BatchAddToListJobV1 = jobOf(
  'batch_add_to_list_job',
  { list_id: ListId },
  addStatuses,
  { ...addCounts, list_size_after: count },
  'BatchAddToListJobV1',
);
export const BatchRemoveFromListJobV1 = jobOf(
  'batch_remove_from_list_job',
  { list_id: ListId },
  removeStatuses,
  { ...removeCounts, list_size_after: count },
  'BatchRemoveFromListJobV1',
);
export const BatchAddTagsJobV1 = jobOf(
  'batch_add_tags_job',
  { tag_ids: Type.Array(RecordId) },
  addStatuses,
  addCounts,
  'BatchAddTagsJobV1',
);
export const BatchRemoveTagsJobV1 = jobOf(
  'batch_remove_tags_job',
  { tag_ids: Type.Array(RecordId) },
  removeStatuses,
  removeCounts,
  'BatchRemoveTagsJobV1',
);

function jobOf(type: string, target: TProperties, statuses: readonly string[], summary: TProperties, $id: string) {
  return Exact(
    {
      type: Type.Literal(type),
      id: JobId,
      attributes: Exact({
        status: OneOf(['running', 'completed', 'failed']),
        created_at: Timestamp,
        completed_at: Type.Optional(Timestamp),
        configuration: Exact({
          ...target,
          items: Type.Optional(Type.Array(Exact({ type: itemType, id: RecordId }))),
          advanced_search: Type.Optional(AdvancedSearch),
        }),
        results: Type.Optional(Type.Array(Exact({ type: itemType, id: RecordId, status: OneOf(statuses) }))),
        summary: Type.Optional(Exact(summary)),
        errors: Type.Optional(Type.Array(Exact({ code: Type.String(), title: Type.String() }))),
      }),
    },
    { $id },
  );
}

/** Fields that a running or failed job does not have are left out. */
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
