import { sql, type Transaction } from 'kysely';
import type { DB } from '../../../db/schema.ts';
import { firstOf } from '../../../lib/first-of.ts';
import { prepared } from '../../../lib/prepared.ts';
import { type Claim, type Lane, newClaimId } from '../../events/lanes.ts';
import { decodeBody, type QueueEntry } from './queue-entry.ts';

/** An entry with its day of receipt (UTC), by which events are counted. */
export type ReceivedEntry = QueueEntry & { receivedOn: string };
export type QueueRow = { id: string; received_at: Date; events: number; body: string };

/** Maximum number of rows per batch; no further row is added once the number of events is reached. */
export type BatchSize = { rows: number; events: number };

/**
 * Locks a lane until the transaction ends, and reads its oldest rows in order. Returns null if it is empty or another worker holds it.
 * `deleteRows` deletes them in a second statement: the planner has no useful statistics on a table that constantly fills and empties, and
 * planned a single statement as a join over the whole table.
 */
export async function readLane(
  trx: Transaction<DB>,
  { accountId, lane }: Lane,
  limit: BatchSize,
): Promise<{ claim: Claim; rows: QueueRow[] } | null> {
  const now = newClaimId();
  const { rows } = await prepared(
    'read_lane',
    sql<QueueRow & { claimed: string }>`
    select claimed, id, received_at, events, body
    from read_lane(${accountId}::bigint, ${lane}::smallint, ${now}::bigint, ${limit.rows}::int, ${limit.events}::int)`,
  ).execute(trx);
  return rows.length === 0 ? null : { claim: { before: firstOf(rows).claimed, now }, rows };
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
