import { estimateEnrichment } from '../../../domain/enrichment/estimate-enrichment.ts';
import { operation } from '../../operation.ts';
import { CompanyEnrichmentEstimateV1, EnrichmentJobRequest } from '../../schemas/enrichment-job.ts';
import { estimateV1 } from '../../schemas/record-job.ts';

export default operation({
  id: 'estimateCompanyEnrichmentJob',
  group: 'Companies',
  summary: 'Estimate Company Enrichment Job',
  description: 'Returns the maximum cost of a job with this body, without starting it.',
  status: 'available',
  method: 'POST',
  path: '/v1/companies/enrichment-jobs/estimate',
  scope: 'companies:read',
  account: 'required',
  entitlement: 'ai_fields',
  body: EnrichmentJobRequest('EstimateCompanyEnrichmentJobRequestV1'),
  data: CompanyEnrichmentEstimateV1,
  errors: [404],
  example: { body: { data: { type: 'company_enrichment_job', attributes: { company_ids: ['1001'], custom_field_id: 'sells_to' } } } },
  async handle({ ctx, account, body }) {
    const { company_ids, list_id, custom_field_id } = body.data.attributes;
    const estimate = await estimateEnrichment(ctx, account.id, custom_field_id, { recordIds: company_ids, listId: list_id });
    return { data: estimateV1('company_enrichment_estimate', estimate) };
  },
});
