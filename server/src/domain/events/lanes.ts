import { randomInt } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { prepared } from '../../lib/prepared.ts';

/** A share of an account's visitors. Their events are processed in order, by one worker at a time. */
export type Lane = { accountId: string; lane: number };

/** Claim ids of a lane: that of the previous holder and that of this transaction. */
export type Claim = { before: string; now: string };

const claimIds = 2 ** 47;

/** Locks the lane until the transaction ends. Returns null if another worker holds it. */
export async function claimLane(trx: Transaction<DB>, { accountId, lane }: Lane): Promise<Claim | null> {
  const now = newClaimId();
  const { rows } = await prepared(
    'claim_lane',
    sql<{ before: string }>`
    with held as (select claim_id from inbox_lanes where account_id = ${accountId} and lane = ${lane} for update skip locked)
    update inbox_lanes set claim_id = ${now} from held where account_id = ${accountId} and lane = ${lane} returning held.claim_id as before`,
  ).execute(trx);
  if (rows.length === 0) return null;
  await lookUpByKeys(trx);
  return { before: firstOf(rows).before, now };
}

/**
 * Locks all lanes of an account until the transaction ends. Required before changing visits or visitors outside of the pipeline: the
 * pipeline skips locked lanes, and workers discard their caches of these lanes.
 */
export async function lockLanes(trx: Transaction<DB>, accountId: string): Promise<void> {
  await sql`select 1 from inbox_lanes where account_id = ${accountId} order by lane for update`.execute(trx);
  await sql`update inbox_lanes set claim_id = ${newClaimId()} where account_id = ${accountId}`.execute(trx);
  await lookUpByKeys(trx);
}

/**
 * All following queries look rows up by key. Plans are cached per connection, and one made while a table was small must not use a
 * sequential scan later.
 */
async function lookUpByKeys(trx: Transaction<DB>): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(trx);
}

function newClaimId(): string {
  return String(randomInt(claimIds));
}
