import { randomInt } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { prepared } from '../../lib/prepared.ts';

/** A part of an account's visitors: their events are handled in order, by one worker at a time. */
export type Lane = { accountId: string; lane: number };

/** The claim ids of a lane: of its previous holder and of this transaction. */
export type Claim = { before: string; now: string };

const claimIds = 2 ** 47;

/** Locks the lane until the transaction ends. Null when another worker has it. */
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
 * Locks all lanes of an account until the transaction ends. Code that changes visits or visitors outside of the pipeline must do this
 * first: the pipeline skips locked lanes, and its workers forget what they remembered of them.
 */
export async function holdLanes(trx: Transaction<DB>, accountId: string): Promise<void> {
  await sql`select 1 from inbox_lanes where account_id = ${accountId} order by lane for update`.execute(trx);
  await sql`update inbox_lanes set claim_id = ${newClaimId()} where account_id = ${accountId}`.execute(trx);
  await lookUpByKeys(trx);
}

/**
 * From here on every row is looked up by its key, and a table that was small when a statement was planned must not be scanned. Plans
 * belong to the connection, so everyone who runs the same statements sets this.
 */
async function lookUpByKeys(trx: Transaction<DB>): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(trx);
}

function newClaimId(): string {
  return String(randomInt(claimIds));
}
