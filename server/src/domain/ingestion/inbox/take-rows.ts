import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import type { Lane } from '../../events/lanes.ts';
import { decodeBody, type InboxEntry } from './inbox-entry.ts';

/** An entry with the day (UTC) of its receipt, by which it and what becomes of it are counted. */
export type TakenEntry = InboxEntry & { receivedOn: string };
export type TakenRow = { id: string; received_at: Date; events: number; body: string };

/** How much one batch takes out of a lane: rows up to so many, and no further row once so many events are taken. */
export type BatchSize = { rows: number; events: number };

/**
 * Takes the oldest rows out of the inbox, in the order in which they came. In two statements, because a table that fills and
 * empties all the time has no statistics to trust, and one statement was planned as a join over all that waits. Only those
 * that were read are deleted: more may have come in between.
 */
export async function takeRows(trx: Transaction<DB>, { accountId, lane }: Lane, most: BatchSize): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`/* prepared read_inbox */
    select id, received_at, events, body from (
      select id, received_at, events, body, sum(events) over (order by id) - events as events_before from inbox
      where account_id = ${accountId} and lane = ${lane} order by id limit ${most.rows}) as oldest
    where events_before < ${most.events} order by id`.execute(trx);
  if (rows.length === 0) return rows;
  await sql`/* prepared empty_inbox */
    delete from inbox where account_id = ${accountId} and lane = ${lane} and id = any(${`{${rows.map(({ id }) => id).join(',')}}`}::bigint[])`.execute(
    trx,
  );
  return rows;
}

/** Takes one row out of the inbox, or none when it is not there any more. */
export async function takeRow(trx: Transaction<DB>, { accountId, lane }: Lane, id: string): Promise<TakenRow[]> {
  const { rows } = await sql<TakenRow>`
    delete from inbox where account_id = ${accountId} and lane = ${lane} and id = ${id} returning id, received_at, events, body`.execute(
    trx,
  );
  return rows;
}

/** The requests of a row. */
export function entriesOfRow({ received_at, body }: TakenRow): TakenEntry[] {
  const receivedOn = dayOfReceipt(received_at);
  const entries = decodeBody(body) as TakenEntry[];
  for (const entry of entries) entry.receivedOn = receivedOn;
  return entries;
}

export function dayOfReceipt(time: Date): string {
  return time.toISOString().slice(0, 10);
}
