import { Type } from 'typebox';
import { getRecordJob } from '../../../domain/record-jobs/record-job.ts';
import { operation } from '../../operation.ts';
import { JobId } from '../../schemas/batch-job.ts';
import { CompanyEnrichmentJobV1 } from '../../schemas/enrichment-job.ts';
import { recordJobV1 } from '../../schemas/record-job.ts';

export default operation({
  id: 'getCompanyEnrichmentJob',
  group: 'Companies',
  summary: 'Get Status of Company Enrichment Job',
  status: 'available',
  method: 'GET',
  path: '/v1/companies/enrichment-jobs/{job_id}',
  scope: 'companies:read',
  account: 'required',
  entitlement: 'ai_fields',
  params: Type.Object({ job_id: JobId }),
  data: CompanyEnrichmentJobV1,
  errors: [404],
  example: { params: { job_id: 'job_01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' } },
  async handle({ ctx, account, params }) {
    const job = await getRecordJob(ctx, account.id, 'company_enrichment_job', params.job_id);
    return { data: recordJobV1(job, 'company_ids', 'company') };
  },
});
