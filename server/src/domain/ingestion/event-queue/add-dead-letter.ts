import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { claimLane, type Lane } from '../../lanes/lanes.ts';
import { OutcomeTally } from '../outcome-tally.ts';
import { dayOfReceipt, takeRow } from './queue-rows.ts';

/**
 * Moves a failed request from its lane to the dead letters, unless another worker has taken the lane. Its events count as failed; its
 * contents are stored for a limited time, so that it can be retried after a fix.
 */
export async function addDeadLetter(ctx: Context, lane: Lane, id: string, error: unknown): Promise<void> {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const tally = new OutcomeTally();
  const isMoved = await ctx.db.transaction().execute(async (trx) => {
    if (!(await claimLane(trx, lane))) return false;
    const rows = await takeRow(trx, lane, id);
    for (const row of rows) {
      const day = dayOfReceipt(row.received_at);
      tally.receive(day, row.events);
      tally.count(day, 'failed', row.events);
      await sql`
        insert into dead_letters (account_id, id, lane, received_at, failed_at, events, body, error)
        values (${lane.accountId}, ${row.id}, ${lane.lane}, ${row.received_at}, ${ctx.clock.now()}, ${row.events}, ${row.body},
          ${text.replaceAll('\0', '').slice(0, 4000)})
        on conflict do nothing`.execute(trx);
    }
    await tally.write(trx, ctx, lane);
    return rows.length > 0;
  });
  // Another worker has locked the lane or has already processed the request.
  if (!isMoved) return;
  tally.addTo(ctx.counts);
  ctx.log.error({ err: error, ...lane }, 'Moved a failed request to the dead letters: see "leadlight status"');
}
