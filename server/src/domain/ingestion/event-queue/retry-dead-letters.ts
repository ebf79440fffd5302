import { sql } from 'kysely';
import type { Context } from '../../context.ts';

/** Moves the dead letters of an account back to the event queue, with their time of receipt, and removes them from the counts. */
export async function retryDeadLetters(ctx: Context, accountId: string): Promise<{ rows: number; events: number }> {
  return ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ day: string; lane: number; events: string }>`
      with back as (
        delete from dead_letters where account_id = ${accountId} returning id, lane, received_at, events, body),
      moved as (
        insert into inbox (account_id, id, lane, received_at, events, body)
        select ${accountId}::bigint, id, lane, received_at, events, body from back on conflict do nothing returning 1)
      select (received_at at time zone 'UTC')::date as day, lane, events from back`.execute(trx);
    for (const { day, lane, events } of rows) {
      await sql`
        update event_receipts set events = event_receipts.events - ${events}::bigint
        where account_id = ${accountId} and day = ${day}::date and lane = ${lane}`.execute(trx);
      await sql`
        update event_outcomes set events = event_outcomes.events - ${events}::bigint
        where account_id = ${accountId} and day = ${day}::date and lane = ${lane} and outcome = 'failed'`.execute(trx);
    }
    return { rows: rows.length, events: rows.reduce((sum, { events }) => sum + Number(events), 0) };
  });
}
