import { estimateEnrichment } from '../../../domain/enrichment/estimate-enrichment.ts';
import { createRecordJob } from '../../../domain/record-jobs/create-record-job.ts';
import { operation } from '../../operation.ts';
import { CompanyEnrichmentJobV1, EnrichmentJobRequest } from '../../schemas/enrichment-job.ts';
import { recordJobV1 } from '../../schemas/record-job.ts';

export default operation({
  id: 'createCompanyEnrichmentJob',
  group: 'Companies',
  summary: 'Create Company Enrichment Job',
  description:
    'Answers the question of an AI field for up to 1,000 companies, or for all on a list of up to 500,000, in the background. A company without an answer costs nothing. The results of more than 10,000 companies are not listed in the job; they are values of the field. Requires exactly one of company_ids and list_id.',
  status: 'available',
  method: 'POST',
  path: '/v1/companies/enrichment-jobs',
  scope: 'companies:write',
  account: 'required',
  entitlement: 'ai_fields',
  credits: '1 credit per company enriched, unless it is already revealed; charged while the job runs.',
  body: EnrichmentJobRequest('CreateCompanyEnrichmentJobRequestV1'),
  data: CompanyEnrichmentJobV1,
  success: 202,
  errors: [404],
  example: { body: { data: { type: 'company_enrichment_job', attributes: { company_ids: ['1001'], custom_field_id: 'sells_to' } } } },
  async handle({ ctx, account, body }) {
    const { company_ids, list_id, custom_field_id } = body.data.attributes;
    const { recordIds, estimatedCredits } = await estimateEnrichment(ctx, account.id, custom_field_id, {
      recordIds: company_ids,
      listId: list_id,
    });
    const configuration = { ...(company_ids && { record_ids: company_ids }), ...(list_id && { list_id }), custom_field_id };
    const job = await createRecordJob(ctx, account.id, { type: 'company_enrichment_job', configuration, recordIds, estimatedCredits });
    return {
      data: recordJobV1(job, 'company_ids', 'company'),
      location: `${ctx.config.publicUrl}/v1/companies/enrichment-jobs/${job.id}?account_id=${account.id}`,
    };
  },
});
