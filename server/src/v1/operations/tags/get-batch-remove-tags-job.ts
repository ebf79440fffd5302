import { Type } from 'typebox';
import { getBatchJob } from '../../../domain/batch-jobs/batch-job.ts';
import { operation } from '../../operation.ts';
import { BatchRemoveTagsJobV1, batchJobV1, JobId } from '../../schemas/batch-job.ts';

export default operation({
  id: 'getBatchRemoveTagsJob',
  group: 'Tags',
  summary: 'Get Batch Remove Tags Job',
  status: 'available',
  method: 'GET',
  path: '/v1/tags/batch-remove-tags-jobs/{job_id}',
  scope: 'tags:read',
  account: 'required',
  params: Type.Object({ job_id: JobId }),
  data: BatchRemoveTagsJobV1,
  errors: [404],
  example: { params: { job_id: 'job_01990a5e-6d3f-7c1e-9d0a-3f6a1c2b4d5e' } },
  async handle({ ctx, account, params }) {
    return { data: batchJobV1(await getBatchJob(ctx, account.id, 'batch_remove_tags_job', params.job_id)) };
  },
});
