import { Type } from 'typebox';
import { getRecordJob } from '../../../domain/record-jobs/record-job.ts';
import { operation } from '../../operation.ts';
import { JobId } from '../../schemas/batch-job.ts';
import { FindContactDataJobV1 } from '../../schemas/find-contact-data-job.ts';
import { recordJobV1 } from '../../schemas/record-job.ts';

export default operation({
  id: 'getFindContactDataJob',
  group: 'Contacts',
  summary: 'Get Status of Find Contact Data Job',
  status: 'available',
  method: 'GET',
  path: '/v1/contacts/find-contact-data-jobs/{job_id}',
  scope: 'contacts:read',
  account: 'required',
  entitlement: 'contacts',
  params: Type.Object({ job_id: JobId }),
  data: FindContactDataJobV1,
  errors: [404],
  example: { params: { job_id: 'job_01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' } },
  async handle({ ctx, account, params }) {
    const job = await getRecordJob(ctx, account.id, 'find_contact_data_job', params.job_id);
    return { data: recordJobV1(job, 'contact_ids', 'contact') };
  },
});
