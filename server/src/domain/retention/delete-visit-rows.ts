import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { lockLanes } from '../events/lanes.ts';
import { deleteUnseenVisitors } from '../visits/delete-unseen-visitors.ts';
import { loadVisitsToSum } from '../visits/load-summed-visits.ts';
import { recountVisitSums } from '../visits/recount-visit-sums.ts';
import { deleteVisits } from '../visits/write-visits.ts';
import { limitedAccounts } from './visit-limit.ts';

const batchSize = 500;

/** Deletes the visits of an account between this time and its limit. */
export async function deleteVisitRows(ctx: Context, accountId: string, since: Date): Promise<void> {
  while ((await ctx.db.transaction().execute((trx) => forgetBatch(ctx, trx, accountId, since))) === batchSize);
}

async function forgetBatch(ctx: Context, trx: Transaction<DB>, accountId: string, since: Date): Promise<number> {
  // The pipeline recomputes visits from stored data and must not restore one that is being deleted.
  await lockLanes(trx, accountId);
  const [account] = await limitedAccounts(trx, ctx.clock.now(), [accountId]);
  if (!account) return 0;
  const { limit } = account;
  const { rows } = await sql<{ started_at: Date; id: string; visitor_id: string }>`
    select started_at, id, visitor_id from visits
    where account_id = ${accountId} and started_at >= ${since} and started_at < ${limit.at}
    order by started_at, id limit ${batchSize}`.execute(trx);
  if (rows.length === 0) return 0;
  const keys = rows.map(({ id, started_at }) => ({ id, startedAtMs: started_at.getTime() }));
  const removed = await loadVisitsToSum(trx, accountId, keys);
  await deleteVisits(trx, accountId, keys);
  await recountVisitSums(trx, accountId, { removed, written: [] });
  await deleteUnseenVisitors(trx, accountId, [...new Set(rows.map(({ visitor_id }) => visitor_id))]);
  return rows.length;
}
