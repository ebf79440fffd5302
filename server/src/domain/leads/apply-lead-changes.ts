import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import type { LeadWindow } from './lead-windows.ts';
import { storeLeadWindowRollups } from './store-lead-window-rollups.ts';

/** Bounds the time of one transaction. */
const maxChanges = 20;

/**
 * Applies the recorded changes to the lead rollups until none of the windows has more than a few left. Returns the number of changes that
 * were applied.
 */
export async function applyLeadChanges(ctx: Context): Promise<number> {
  let applied = 0;
  for (let isBehind = true; isBehind; ) {
    isBehind = false;
    const { rows } = await sql<{ account_id: string; id: string }>`
      select w.account_id, w.id from lead_windows w
      where w.built_at is not null
        and exists (select 1 from lead_changes c where c.account_id = w.account_id and c.window_id = w.id)`.execute(ctx.db);
    for (const { account_id: accountId, id } of rows) {
      const changes = await ctx.db.transaction().execute((trx) => applyToWindow(ctx, trx, accountId, id));
      applied += changes;
      if (changes === maxChanges) isBehind = true;
    }
  }
  return applied;
}

/** Applies and deletes recorded changes in one transaction. Skips a window that another worker has locked. */
async function applyToWindow(ctx: Context, trx: Transaction<DB>, accountId: string, id: string): Promise<number> {
  const { rows } = await sql<LeadWindow>`
    select account_id as "accountId", id, first_day::text as "from", last_day::text as "to" from lead_windows
    where account_id = ${accountId} and id = ${id} for update skip locked`.execute(trx);
  const [window] = rows;
  if (!window) return 0;
  const { rows: changes } = await sql<{ company_ids: string[] }>`
    delete from lead_changes where account_id = ${accountId} and window_id = ${id} and id in (
      select c.id from lead_changes c where c.account_id = ${accountId} and c.window_id = ${id} limit ${maxChanges})
    returning company_ids`.execute(trx);
  if (changes.length === 0) return 0;
  await storeLeadWindowRollups(trx, window, [...new Set(changes.flatMap(({ company_ids }) => company_ids))].sort());
  await sql`
    update lead_windows set applied = applied + ${changes.length}, applied_at = ${ctx.clock.now()}
    where account_id = ${accountId} and id = ${id}`.execute(trx);
  return changes.length;
}
