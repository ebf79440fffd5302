import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { lockLanes } from '../lanes/lanes.ts';
import type { LeadWindow, RequestedWindow } from './lead-windows.ts';
import { deleteLeadWindow } from './roll-lead-windows.ts';
import { storeLeadWindowRollups } from './store-lead-window-rollups.ts';

/** Bounds the storage per account; the least recently used window is replaced. */
const maxWindows = 6;

/**
 * Stores the rollups of an interval for all leads. Changes to visits are recorded from the start of the build, so that changes made during
 * the build are applied afterwards.
 */
export async function buildLeadWindow(ctx: Context, { accountId, from, to, usedAt }: RequestedWindow): Promise<void> {
  const window = await ctx.db.transaction().execute(async (trx) => {
    // Every change to visits locks a lane. After all lanes are locked, earlier changes are committed, and later changes see the window.
    await lockLanes(trx, accountId);
    return addWindow(ctx, trx, { accountId, from, to, usedAt });
  });
  if (window === null) return;
  await ctx.db.transaction().execute(async (trx) => {
    await storeLeadWindowRollups(trx, window, null);
    const { rows } = await sql`
      update lead_windows set built_at = ${ctx.clock.now()} where account_id = ${accountId} and id = ${window.id} returning id`.execute(
      trx,
    );
    // The window was deleted during the build, by a transaction that could not see these rollups.
    if (rows.length === 0) await deleteLeadWindow(trx, accountId, window.id);
  });
  await sql`analyze lead_window_rollups`.execute(ctx.db);
}

/** Returns null if the window is already built. A window whose build was interrupted is replaced. */
async function addWindow(ctx: Context, trx: Transaction<DB>, { accountId, from, to, usedAt }: RequestedWindow): Promise<LeadWindow | null> {
  const { rows } = await sql<{ id: string; isSame: boolean; isBuilt: boolean }>`
    select id, first_day = ${from}::date and last_day = ${to}::date as "isSame", built_at is not null as "isBuilt"
    from lead_windows where account_id = ${accountId} order by used_at desc, requested_at desc`.execute(trx);
  const same = rows.find(({ isSame }) => isSame);
  if (same?.isBuilt) return null;
  const others = rows.filter((row) => row !== same);
  const surplus = [...(same ? [same] : []), ...others.slice(maxWindows - 1)];
  for (const { id } of surplus) await deleteLeadWindow(trx, accountId, id);
  const id = ctx.ids.ordered();
  await sql`
    insert into lead_windows (account_id, id, first_day, last_day, requested_at, used_at)
    values (${accountId}, ${id}, ${from}, ${to}, ${ctx.clock.now()}, ${usedAt})`.execute(trx);
  return { accountId, id, from, to };
}
