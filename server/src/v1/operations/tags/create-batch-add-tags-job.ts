import { createBatchJob } from '../../../domain/batch-jobs/create-batch-job.ts';
import { operation } from '../../operation.ts';
import { BatchAddTagsJobV1, batchJobV1, selectionOf, tagsJobRequest } from '../../schemas/batch-job.ts';

export default operation({
  id: 'createBatchAddTagsJob',
  group: 'Tags',
  summary: 'Create Batch Add Tags Job',
  description:
    'Adds tags to up to 1,000 companies, or to all results of a search. Requires exactly one of items and advanced_search. An item counts as added if it lacked at least one of the tags.',
  status: 'available',
  method: 'POST',
  path: '/v1/tags/batch-add-tags-jobs',
  scope: 'tags:write',
  account: 'required',
  body: tagsJobRequest('batch_add_tags_job', 'CreateBatchAddTagsJobRequestV1'),
  data: BatchAddTagsJobV1,
  success: 202,
  errors: [404],
  example: {
    body: { data: { type: 'batch_add_tags_job', attributes: { tag_ids: ['1001'], items: [{ type: 'company', id: '1002' }] } } },
  },
  async handle({ ctx, account, body }) {
    const { tag_ids, ...selection } = body.data.attributes;
    const job = await createBatchJob(ctx, account.id, 'batch_add_tags_job', { tag_ids, ...selectionOf(selection) });
    return {
      data: batchJobV1(job),
      location: `${ctx.config.publicUrl}/v1/tags/batch-add-tags-jobs/${job.id}?account_id=${account.id}`,
    };
  },
});
