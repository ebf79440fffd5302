import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../db/connect.ts';
import type { DB } from '../../../db/schema.ts';
import { plainArray, textArray } from '../../../lib/array-literal.ts';
import { runCombined } from '../../../lib/combined-statements.ts';
import { firstOf } from '../../../lib/first-of.ts';
import { prepared } from '../../../lib/prepared.ts';
import { type Claim, type Lane, newClaimId } from '../../lanes/lanes.ts';
import { decodeBody, type QueueEntry } from './queue-entry.ts';

/** An entry with its day of receipt (UTC), by which events are counted. */
export type ReceivedEntry = QueueEntry & { receivedOn: string };
export type QueueRow = { id: string; received_at: Date; events: number; body: string };

/** Maximum number of rows per batch; no further row is added once the number of events is reached. */
export type BatchSize = { rows: number; events: number };

type LaneRead = { claim: Claim; rows: QueueRow[] };

/**
 * Locks a lane until the transaction ends and reads its oldest rows in order. Returns null if the lane is empty or another worker holds it.
 * `deleteRows` deletes the rows in a second statement: without useful statistics on a table that constantly fills and empties, the planner
 * executed a single statement as a join over the whole table.
 */
export function readLane(trx: Transaction<DB>, lane: Lane, limit: BatchSize): Promise<LaneRead | null> {
  return runCombined(trx, readLanes, { ...lane, limit, claimId: newClaimId() });
}

async function readLanes(db: Database, lanes: readonly (Lane & { limit: BatchSize; claimId: string })[]): Promise<(LaneRead | null)[]> {
  const numbers = (value: (lane: (typeof lanes)[number]) => string | number) => plainArray(lanes.map(value));
  const { rows } = await prepared(
    'read_lanes',
    sql<QueueRow & { number: number; claimed: string }>`
    select wanted.number::int, claimed, id, received_at, events, body
    from unnest(${numbers(({ accountId }) => accountId)}::bigint[], ${numbers(({ lane }) => lane)}::smallint[], ${numbers(({ claimId }) => claimId)}::bigint[],
      ${numbers(({ limit }) => limit.rows)}::int[], ${numbers(({ limit }) => limit.events)}::int[])
      with ordinality as wanted (account_id, lane, claim, max_rows, max_events, number)
      cross join lateral read_lane(wanted.account_id, wanted.lane, wanted.claim, wanted.max_rows, wanted.max_events)
    order by wanted.number, id`,
  ).execute(db);
  const rowsOf = Map.groupBy(rows, ({ number }) => number);
  return lanes.map(({ claimId }, index) => {
    const laneRows = rowsOf.get(index + 1);
    return laneRows === undefined ? null : { claim: { previousId: firstOf(laneRows).claimed, id: claimId }, rows: laneRows };
  });
}

export async function deleteRows(trx: Transaction<DB>, lane: Lane, rows: readonly QueueRow[]): Promise<void> {
  await runCombined(trx, deleteFromLanes, { ...lane, ids: rows.map(({ id }) => id) });
}

async function deleteFromLanes(db: Database, lanes: readonly (Lane & { ids: string[] })[]): Promise<undefined[]> {
  await prepared(
    'delete_from_event_queue',
    sql`
    select delete_from_lane(account_id, lane, ids::bigint[])
    from unnest(${plainArray(lanes.map(({ accountId }) => accountId))}::bigint[], ${plainArray(lanes.map(({ lane }) => lane))}::smallint[],
      ${textArray(lanes.map(({ ids }) => plainArray(ids)))}::text[]) as batch (account_id, lane, ids)`,
  ).execute(db);
  return lanes.map(() => undefined);
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
