import type { Context } from '../context.ts';
import { getList, refuseReadOnly } from '../lists/list.ts';
import { requireTags } from '../tags/tag-company.ts';
import { type BatchJob, type BatchJobType, type Configuration, getBatchJob } from './batch-job.ts';
import { checkSearch } from './check-search.ts';
import { enqueueBatchJob } from './enqueue-batch-job.ts';

/** Creates the job and queues its work in one transaction. */
export async function createBatchJob(ctx: Context, accountId: string, type: BatchJobType, configuration: Configuration): Promise<BatchJob> {
  await check(ctx, accountId, configuration);
  const id = ctx.ids.uuid();
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('batch_jobs')
      .values({
        account_id: accountId,
        id,
        type,
        status: 'running',
        configuration: JSON.stringify(configuration),
        created_at: ctx.clock.now(),
      })
      .execute();
    await enqueueBatchJob(ctx, trx, accountId, id);
  });
  return getBatchJob(ctx, accountId, type, `job_${id}`);
}

/**
 * Checks in the same order as all operations of the versioned API: shape, existence, permission. The exception is a list, which is loaded
 * first, because its scope determines the shape of the search.
 */
async function check(ctx: Context, accountId: string, configuration: Configuration): Promise<void> {
  const search = 'advanced_search' in configuration ? configuration.advanced_search : null;
  if ('tag_ids' in configuration) {
    if (search !== null) checkSearch('company', search);
    await requireTags(ctx, accountId, configuration.tag_ids, (at) => ({ attribute: `tag_ids/${at}` }));
    return;
  }
  const list = await getList(ctx, accountId, configuration.list_id);
  if (search !== null) checkSearch(list.scope, search);
  refuseReadOnly(list);
}
