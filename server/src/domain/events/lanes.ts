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

/** Holds the lane until the transaction ends. Null when somebody else has it. */
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
 * Holds all lanes of an account until the transaction ends. Code that changes visits or visitors outside of the pipeline must do this
 * first: the pipeline leaves lanes that are held alone, and afterwards remembers nothing of what was in them.
 */
export async function holdLanes(trx: Transaction<DB>, accountId: string): Promise<void> {
  await sql`select 1 from inbox_lanes where account_id = ${accountId} order by lane for update`.execute(trx);
  await sql`update inbox_lanes set claim_id = ${newClaimId()} where account_id = ${accountId}`.execute(trx);
  await lookUpByKeys(trx);
}

/**
 * From here on every row is found by its key. Tables that were small a moment ago must not be read from end to end for that. Plans are kept
 * with the connection, so that this must hold for all who ask the same.
 */
async function lookUpByKeys(trx: Transaction<DB>): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(trx);
}

function newClaimId(): string {
  return String(randomInt(claimIds));
}
