import { randomInt } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { advisoryLockClasses } from '../../lib/advisory-locks.ts';
import { plainArray } from '../../lib/array-literal.ts';
import { firstOf } from '../../lib/first-of.ts';
import { prepared } from '../../lib/prepared.ts';

/** A partition of an account's visitors. Their events are processed in order, by one worker at a time. */
export type Lane = { accountId: string; lane: number };

/** Claim ids of a lane: that of the previous holder and that of this transaction. */
export type Claim = { previousId: string; id: string };

const claimIdCount = 2 ** 47;

/** Locks the lane until the transaction ends. Returns null if another worker holds it. */
export async function claimLane(trx: Transaction<DB>, { accountId, lane }: Lane): Promise<Claim | null> {
  const id = newClaimId();
  const { rows } = await prepared(
    'claim_lane',
    sql<{ previous: string | null }>`select claim_lane(${accountId}::bigint, ${lane}::smallint, ${id}::bigint) as previous`,
  ).execute(trx);
  const { previous } = firstOf(rows);
  return previous === null ? null : { previousId: previous, id };
}

/**
 * Tries to lock accounts until the transaction ends, and returns those that no other transaction has locked. Required for transactions on
 * several accounts, because two of them could deadlock. A transaction on a single account cannot: it never waits for a second account. Also
 * returns whether the database is a cluster.
 */
export async function lockAccounts(trx: Transaction<DB>, lanes: readonly Lane[]): Promise<{ free: Set<string>; isCluster: boolean }> {
  const { rows } = await prepared(
    'lock_accounts',
    sql<{ id: string; free: boolean; is_cluster: boolean }>`
    select id, has_citus() as is_cluster, pg_try_advisory_xact_lock(${advisoryLockClasses.accounts}, hashint8(id)) as free from unnest(${plainArray(lanes.map(({ accountId }) => accountId))}::bigint[]) as id`,
  ).execute(trx);
  return { free: new Set(rows.flatMap(({ id, free }) => (free ? id : []))), isCluster: rows.some(({ is_cluster }) => is_cluster) };
}

/**
 * Locks all lanes of an account until the transaction ends. Required before changing visits or visitors outside of the pipeline: the
 * pipeline skips locked lanes, and workers discard their caches of these lanes.
 */
export async function lockLanes(trx: Transaction<DB>, accountId: string): Promise<void> {
  await sql`select 1 from inbox_lanes where account_id = ${accountId} order by lane for update`.execute(trx);
  await sql`update inbox_lanes set claim_id = ${newClaimId()} where account_id = ${accountId}`.execute(trx);
  // A plan cached while a table was small must not use a sequential scan later (see `claim_lane`).
  await sql`set local enable_seqscan = off`.execute(trx);
}

export function newClaimId(): string {
  return String(randomInt(claimIdCount));
}
