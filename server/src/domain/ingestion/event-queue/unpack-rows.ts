import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import { claimLane, type Lane } from '../../lanes/lanes.ts';
import { decodeBody, eventsIn } from './queue-entry.ts';
import { type QueueRow, takeRow } from './queue-rows.ts';

/** Splits rows into one row per request, so a failing request does not block those committed together with it. */
export async function unpackRows(ctx: Context, lane: Lane, rows: readonly QueueRow[]): Promise<void> {
  await ctx.db.transaction().execute(async (trx) => {
    if (!(await claimLane(trx, lane))) return;
    for (const { id } of rows.filter(({ body }) => body.includes('\n'))) {
      for (const { received_at, body } of await takeRow(trx, lane, id)) {
        const lines = body.split('\n');
        const events = decodeBody(body).map(eventsIn);
        await sql`
          insert into inbox (account_id, id, lane, received_at, events, body)
          select ${lane.accountId}::bigint, id, ${lane.lane}::smallint, ${received_at}::timestamptz, events, body
          from unnest(${lines.map(() => ctx.ids.ordered())}::bigint[], ${events}::int[], ${lines}::text[]) as single (id, events, body)`.execute(
          trx,
        );
      }
    }
  });
}
