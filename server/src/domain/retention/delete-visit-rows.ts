import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { LaneSteps } from '../lanes/lane-steps.ts';
import { StepSize } from '../lanes/step-size.ts';
import { deleteUnseenVisitors } from '../visits/delete-unseen-visitors.ts';
import { loadRollupVisitsByKey } from '../visits/load-rollup-visits.ts';
import { recountRollups } from '../visits/recount-rollups.ts';
import { deleteVisits } from '../visits/write-visits.ts';
import { loadRetentionCutoffs } from './retention-cutoff.ts';

/** Deletes the visits of an account that are older than its retention period, in steps. */
export async function deleteVisitRows(ctx: Context, accountId: string): Promise<void> {
  const steps = new LaneSteps(ctx, accountId);
  const size = new StepSize();
  for (;;) {
    const { rows: limit } = size;
    if ((await steps.run((trx) => size.measure(() => deleteStep(ctx, trx, accountId, limit)))) < limit) return;
  }
}

/** Returns the number of deleted visits. The lanes are held, because the pipeline must not restore a visit that is being deleted. */
async function deleteStep(ctx: Context, trx: Transaction<DB>, accountId: string, rowLimit: number): Promise<number> {
  const [account] = await loadRetentionCutoffs(trx, ctx.clock.now(), [accountId]);
  if (!account) return 0;
  const { rows } = await sql<{ started_at: Date; id: string; visitor_id: string }>`
    select started_at, id, visitor_id from visits
    where account_id = ${accountId} and started_at < ${account.cutoff.at} order by started_at, id limit ${rowLimit}`.execute(trx);
  if (rows.length === 0) return 0;
  const keys = rows.map(({ id, started_at }) => ({ id, startedAtMs: started_at.getTime() }));
  const removed = await loadRollupVisitsByKey(trx, accountId, keys);
  await deleteVisits(trx, accountId, keys);
  await recountRollups(trx, accountId, { removed, written: [] });
  await deleteUnseenVisitors(trx, accountId, [...new Set(rows.map(({ visitor_id }) => visitor_id))]);
  return rows.length;
}
