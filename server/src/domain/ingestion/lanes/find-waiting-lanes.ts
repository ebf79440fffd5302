import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Lane } from '../../lanes/lanes.ts';

/** Finds lanes with waiting events of all accounts; for workers only. */
export async function findWaitingLanes(ctx: Context): Promise<Lane[]> {
  const { rows } = await sql<{ account_id: string; lane: number }>`
    select l.account_id, l.lane from inbox_lanes l
    where exists (select 1 from inbox i where i.account_id = l.account_id and i.lane = l.lane)`.execute(ctx.db);
  return rows.map(({ account_id, lane }) => ({ accountId: account_id, lane }));
}
