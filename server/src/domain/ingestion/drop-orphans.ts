import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { OutcomeTally } from './outcome-tally.ts';
import { dayOfReceipt } from './take-entries.ts';

/**
 * Drops what still waits for accounts that are gone: their lanes went with them, so that no worker would ever come for it. It is
 * counted like everything that is dropped.
 */
export async function dropOrphans(ctx: Context): Promise<number> {
  const { rows: accounts } = await sql<{ account_id: string }>`
    select distinct i.account_id from inbox i where not exists (select 1 from accounts a where a.id = i.account_id)`.execute(ctx.db);
  let dropped = 0;
  for (const { account_id: accountId } of accounts) {
    await ctx.db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ lane: number; received_at: Date; events: number }>`
        delete from inbox where account_id = ${accountId} returning lane, received_at, events`.execute(trx);
      for (const [lane, ofLane] of Map.groupBy(rows, (row) => row.lane)) {
        const tally = new OutcomeTally();
        for (const { received_at, events } of ofLane) {
          tally.receive(dayOfReceipt(received_at), events);
          tally.count(dayOfReceipt(received_at), 'account_gone', events);
          dropped += events;
        }
        await tally.write(trx, ctx, { accountId, lane });
      }
    });
  }
  await sql`delete from inbox_failures f where not exists (select 1 from accounts a where a.id = f.account_id)`.execute(ctx.db);
  return dropped;
}
