import { Type } from 'typebox';
import { CustomFieldId } from './custom-field.ts';
import { ListId } from './list.ts';
import { EstimateV1, jobRecords, recordJobSchema } from './record-job.ts';
import { Exact, OneOf, RecordId } from './resource.ts';

/** A request must have exactly one of company_ids and list_id, which the use case checks. */
const enrichmentTarget = {
  company_ids: Type.Optional(jobRecords),
  list_id: Type.Optional(ListId),
  custom_field_id: CustomFieldId,
};

export const EnrichmentJobRequest = (name: string) =>
  Exact({ data: Exact({ type: Type.Literal('company_enrichment_job'), attributes: Exact(enrichmentTarget) }) }, { $id: name });

export const CompanyEnrichmentJobV1 = recordJobSchema(
  'company_enrichment_job',
  'CompanyEnrichmentJobV1',
  Exact(enrichmentTarget),
  Exact({
    type: Type.Literal('company'),
    id: RecordId,
    status: OneOf(['enriched', 'no_answer', 'not_found']),
    value: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  }),
);

export const CompanyEnrichmentEstimateV1 = EstimateV1('company_enrichment_estimate', 'CompanyEnrichmentEstimateV1');
