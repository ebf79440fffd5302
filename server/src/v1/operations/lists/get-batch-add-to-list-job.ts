import { Type } from 'typebox';
import { getBatchJob } from '../../../domain/batch-jobs/batch-job.ts';
import { operation } from '../../operation.ts';
import { BatchAddToListJobV1, batchJobV1, JobId } from '../../schemas/batch-job.ts';

export default operation({
  id: 'getBatchAddToListJob',
  group: 'Lists',
  summary: 'Get Batch Add to List Job',
  status: 'available',
  method: 'GET',
  path: '/v1/lists/batch-add-to-list-jobs/{job_id}',
  scope: 'lists:read',
  account: 'required',
  params: Type.Object({ job_id: JobId }),
  data: BatchAddToListJobV1,
  errors: [404],
  example: { params: { job_id: 'job_01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' } },
  async handle({ ctx, account, params }) {
    return { data: batchJobV1(await getBatchJob(ctx, account.id, 'batch_add_to_list_job', params.job_id)) };
  },
});
