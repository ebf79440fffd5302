import { type TSchema, Type } from 'typebox';
import type { Estimate } from '../../domain/enrichment/estimate-enrichment.ts';
import type { RecordJob } from '../../domain/record-jobs/record-job.ts';
import { isRecord } from '../../lib/is-record.ts';
import { JobId } from './batch-job.ts';
import { Exact, OneOf, RecordId, Timestamp } from './resource.ts';

export const jobRecords = Type.Array(RecordId, { minItems: 1, maxItems: 1000 });
const count = Type.Integer({ minimum: 0 });

/** Enrichment jobs and find-contact-data jobs have the same structure. */
export function recordJobSchema(type: RecordJob['type'], $id: string, configuration: TSchema, result: TSchema) {
  return Exact(
    {
      type: Type.Literal(type),
      id: JobId,
      attributes: Exact({
        status: OneOf(['running', 'completed', 'failed']),
        created_at: Timestamp,
        completed_at: Type.Optional(Timestamp),
        configuration,
        progress: Exact({ total: count, done: count }),
        credits: Exact({ estimated: count, charged: count }),
        results: Type.Optional(Type.Array(result)),
        errors: Type.Optional(Type.Array(Exact({ code: Type.String(), title: Type.String() }))),
      }),
    },
    { $id },
  );
}

export const EstimateV1 = (type: string, $id: string) =>
  Exact(
    {
      type: Type.Literal(type),
      attributes: Exact({
        eligible: Type.Integer({ description: 'Number of requested records that exist.' }),
        already_covered: Type.Integer({
          description:
            'Number of these records that cost nothing, because they are already revealed or are companies that visited the site.',
        }),
        estimated_credits: Type.Integer({ description: 'Maximum cost of the job.' }),
      }),
    },
    { $id },
  );

export function estimateV1(type: string, { eligible, alreadyCovered, estimatedCredits }: Estimate) {
  return { type, attributes: { eligible, already_covered: alreadyCovered, estimated_credits: estimatedCredits } };
}

export function recordJobV1(job: RecordJob, idsKey: 'company_ids' | 'contact_ids', itemType: 'company' | 'contact') {
  const { record_ids, ...configuration } = job.configuration;
  return {
    type: job.type,
    id: job.id,
    attributes: {
      status: job.status,
      created_at: job.createdAt.toISOString(),
      ...(job.completedAt && { completed_at: job.completedAt.toISOString() }),
      configuration: { ...(record_ids && { [idsKey]: record_ids }), ...configuration },
      progress: { total: job.total, done: job.done },
      credits: job.credits,
      ...(job.results && {
        results: job.results.map(({ id, status, result }) => ({ type: itemType, id, status, ...(isRecord(result) && result) })),
      }),
      ...(job.errors && { errors: job.errors }),
    },
  };
}
