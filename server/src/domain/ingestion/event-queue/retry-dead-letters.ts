import { sql } from 'kysely';
import type { Context } from '../../context.ts';

/**
 * Moves the dead letters of an account back to the event queue, with their time of receipt, and removes them from the counts. One whose id
 * is in the queue stays: another process may have used the same id for other events.
 */
export async function retryDeadLetters(ctx: Context, accountId: string): Promise<{ rows: number; events: number }> {
  return ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ day: string; lane: number; events: string }>`
      with dead as (
        select id, lane, received_at, events, body from dead_letters where account_id = ${accountId} for update),
      moved as (
        insert into inbox (account_id, id, lane, received_at, events, body)
        select ${accountId}::bigint, id, lane, received_at, events, body from dead on conflict do nothing returning lane, id),
      back as (
        delete from dead_letters d using moved m where d.account_id = ${accountId} and d.lane = m.lane and d.id = m.id
        returning d.lane, d.received_at, d.events)
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
