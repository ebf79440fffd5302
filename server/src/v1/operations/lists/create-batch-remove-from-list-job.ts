import { createBatchJob } from '../../../domain/batch-jobs/create-batch-job.ts';
import { operation } from '../../operation.ts';
import { BatchRemoveFromListJobV1, batchJobV1, listJobRequest, selectionOf } from '../../schemas/batch-job.ts';

export default operation({
  id: 'createBatchRemoveFromListJob',
  group: 'Lists',
  summary: 'Create Batch Remove from List Job',
  description:
    'Removes up to 1,000 items, or all results of a search, from a static list. Requires exactly one of items and advanced_search.',
  status: 'available',
  method: 'POST',
  path: '/v1/lists/batch-remove-from-list-jobs',
  scope: 'lists:write',
  account: 'required',
  body: listJobRequest('batch_remove_from_list_job', 'CreateBatchRemoveFromListJobRequestV1'),
  data: BatchRemoveFromListJobV1,
  success: 202,
  errors: [404],
  example: {
    body: {
      data: { type: 'batch_remove_from_list_job', attributes: { list_id: 'static_1001', items: [{ type: 'company', id: '1002' }] } },
    },
  },
  async handle({ ctx, account, body }) {
    const { list_id, ...selection } = body.data.attributes;
    const job = await createBatchJob(ctx, account.id, 'batch_remove_from_list_job', { list_id, ...selectionOf(selection) });
    return {
      data: batchJobV1(job),
      location: `${ctx.config.publicUrl}/v1/lists/batch-remove-from-list-jobs/${job.id}?account_id=${account.id}`,
    };
  },
});
