import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { prepared } from '../../../lib/prepared.ts';
import type { Lane } from '../../events/lanes.ts';
import { decodeBody, type QueueEntry } from './queue-entry.ts';

/** An entry with its day of receipt (UTC), by which events are counted. */
export type ReceivedEntry = QueueEntry & { receivedOn: string };
export type QueueRow = { id: string; received_at: Date; events: number; body: string };

/** Maximum number of rows per batch; no further row is added once the number of events is reached. */
export type BatchSize = { rows: number; events: number };

/**
 * Reads the oldest rows of a lane in order. `deleteRows` deletes them in a second statement: the planner has no useful statistics on a
 * table that constantly fills and empties, and planned a single statement as a join over the whole table.
 */
export async function readRows(trx: Transaction<DB>, { accountId, lane }: Lane, limit: BatchSize): Promise<QueueRow[]> {
  const { rows } = await prepared(
    'read_event_queue',
    sql<QueueRow>`
    select id, received_at, events, body from (
      select id, received_at, events, body, sum(events) over (order by id) - events as events_before from inbox
      where account_id = ${accountId} and lane = ${lane} order by id limit ${limit.rows}) as oldest
    where events_before < ${limit.events} order by id`,
  ).execute(trx);
  return rows;
}

export async function deleteRows(trx: Transaction<DB>, { accountId, lane }: Lane, rows: readonly QueueRow[]): Promise<void> {
  await prepared(
    'delete_from_event_queue',
    sql`
    delete from inbox where account_id = ${accountId} and lane = ${lane} and id = any(${`{${rows.map(({ id }) => id).join(',')}}`}::bigint[])`,
  ).execute(trx);
}

/** Deletes and returns one row of the event queue; empty if it no longer exists. */
export async function takeRow(trx: Transaction<DB>, { accountId, lane }: Lane, id: string): Promise<QueueRow[]> {
  const { rows } = await sql<QueueRow>`
    delete from inbox where account_id = ${accountId} and lane = ${lane} and id = ${id} returning id, received_at, events, body`.execute(
    trx,
  );
  return rows;
}

export function entriesOfRow({ received_at, body }: QueueRow): ReceivedEntry[] {
  const receivedOn = dayOfReceipt(received_at);
  const entries = decodeBody(body) as ReceivedEntry[];
  for (const entry of entries) entry.receivedOn = receivedOn;
  return entries;
}

export function dayOfReceipt(time: Date): string {
  return time.toISOString().slice(0, 10);
}
