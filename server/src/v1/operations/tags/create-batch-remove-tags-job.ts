import { createBatchJob } from '../../../domain/batch-jobs/create-batch-job.ts';
import { operation } from '../../operation.ts';
import { BatchRemoveTagsJobV1, batchJobV1, selectionOf, tagsJobRequest } from '../../schemas/batch-job.ts';

export default operation({
  id: 'createBatchRemoveTagsJob',
  group: 'Tags',
  summary: 'Create Batch Remove Tags Job',
  description:
    'Removes tags from up to 1,000 companies, or from all results of a search. Requires exactly one of items and advanced_search. An item counts as removed if it had at least one of the tags.',
  status: 'available',
  method: 'POST',
  path: '/v1/tags/batch-remove-tags-jobs',
  scope: 'tags:write',
  account: 'required',
  body: tagsJobRequest('batch_remove_tags_job', 'CreateBatchRemoveTagsJobRequestV1'),
  data: BatchRemoveTagsJobV1,
  success: 202,
  errors: [404],
  example: {
    body: { data: { type: 'batch_remove_tags_job', attributes: { tag_ids: ['1001'], items: [{ type: 'company', id: '1002' }] } } },
  },
  async handle({ ctx, account, body }) {
    const { tag_ids, ...selection } = body.data.attributes;
    const job = await createBatchJob(ctx, account.id, 'batch_remove_tags_job', { tag_ids, ...selectionOf(selection) });
    return {
      data: batchJobV1(job),
      location: `${ctx.config.publicUrl}/v1/tags/batch-remove-tags-jobs/${job.id}?account_id=${account.id}`,
    };
  },
});
