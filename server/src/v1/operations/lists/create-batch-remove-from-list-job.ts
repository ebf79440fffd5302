import { Type } from 'typebox';
import type { Configuration } from '../../../domain/lists/batch-job.ts';
import { createBatchJob } from '../../../domain/lists/create-batch-job.ts';
import { Problem } from '../../../domain/problem.ts';
import { operation } from '../../operation.ts';
import { AdvancedSearch, BatchItems, BatchRemoveFromListJobV1, batchJobV1, ListId } from '../../schemas/batch-job.ts';
import { Exact } from '../../schemas/resource.ts';

export default operation({
  id: 'createBatchRemoveFromListJob',
  group: 'Lists',
  summary: 'Create Batch Remove from List Job',
  description:
    'Removes up to 1,000 items, or everything that a search finds, from a list that users made. Exactly one of items and advanced_search.',
  status: 'available',
  method: 'POST',
  path: '/v1/lists/batch-remove-from-list-jobs',
  scope: 'lists:write',
  account: 'required',
  body: Exact(
    {
      data: Exact({
        type: Type.Literal('batch_remove_from_list_job'),
        attributes: Exact({
          list_id: ListId,
          items: Type.Optional(BatchItems),
          advanced_search: Type.Optional(AdvancedSearch),
        }),
      }),
    },
    { $id: 'CreateBatchRemoveFromListJobRequestV1' },
  ),
  data: BatchRemoveFromListJobV1,
  success: 202,
  errors: [404],
  example: {
    body: {
      data: {
        type: 'batch_remove_from_list_job',
        attributes: { list_id: 'static_1001', items: [{ type: 'company', id: '1002' }] },
      },
    },
  },
  async handle({ ctx, account, body }) {
    const { list_id, items, advanced_search } = body.data.attributes;
    if ((items === undefined) === (advanced_search === undefined)) {
      throw new Problem('invalid_input', { title: 'Give exactly one of items and advanced_search.', pointer: '/data/attributes' });
    }
    const selection = items === undefined ? { advanced_search: advanced_search! } : { items };
    const configuration = { list_id, ...selection } as Configuration;
    const job = await createBatchJob(ctx, account.id, 'batch_remove_from_list_job', configuration);
    return {
      data: batchJobV1(job),
      location: `${ctx.config.publicUrl}/v1/lists/batch-remove-from-list-jobs/${job.id}?account_id=${account.id}`,
    };
  },
});
