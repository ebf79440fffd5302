import type { Database } from '../../db/connect.ts';
import { longJobsQueue } from '../account-queues.ts';
import type { Context } from '../context.ts';
import type { ReattributionScope } from './reattribution-scope.ts';

export const reattributionJobName = 'reattribute-visits';

/** Queues a reattribution in the caller's transaction. */
export async function startReattribution(
  ctx: Context,
  trx: Database,
  accountId: string,
  reason: string,
  scope: ReattributionScope,
): Promise<string> {
  const id = ctx.ids.ordered();
  await trx
    .insertInto('reattributions')
    .values({ account_id: accountId, id, reason, scope: JSON.stringify(scope), status: 'waiting', created_at: ctx.clock.now() })
    .execute();
  await ctx.jobs.add(trx, reattributionJobName, { accountId, reattributionId: id }, { queue: longJobsQueue(accountId) });
  return id;
}
