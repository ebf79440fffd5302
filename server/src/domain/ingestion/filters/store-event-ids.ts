import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../db/connect.ts';
import type { DB } from '../../../db/schema.ts';
import { plainArray } from '../../../lib/array-literal.ts';
import { runCombined } from '../../../lib/combined-statements.ts';
import { dayMs } from '../../../lib/day-ms.ts';
import { firstOf } from '../../../lib/first-of.ts';
import { getOrThrow } from '../../../lib/get-or-throw.ts';
import { prepared } from '../../../lib/prepared.ts';
import { utcDayNumber } from '../../../lib/utc-day-number.ts';
import type { Context } from '../../context.ts';
import type { ReceivedHit } from '../build-hits.ts';

/** Retention of event ids: browsers retry within days, servers for as long as they may send old events. */
const retentionDays = { tracker: 30, server: 400 };

/** Stores event ids and returns the events whose ids are new. */
export async function storeEventIds<Kept extends { hit: ReceivedHit }>(
  trx: Transaction<DB>,
  ctx: Context,
  accountId: string,
  kept: readonly Kept[],
): Promise<Kept[]> {
  if (kept.length === 0) return [];
  const until = { tracker: expiryDate(ctx, retentionDays.tracker), server: expiryDate(ctx, retentionDays.server) };
  const sentBy = firstOf(kept).hit.sentBy;
  const hasOneKindOfSender = kept.every(({ hit }) => hit.sentBy === sentBy);
  // Sorted, so two lanes with the same ids cannot deadlock.
  const all = kept.map(({ hit }) => hit.event.id).sort();
  if (hasOneKindOfSender && areDistinct(all) && (await insertIfAllNew(trx, accountId, all, until[sentBy ?? 'server']))) return [...kept];
  const firsts = new Map<string, Kept>();
  for (const entry of kept) if (!firsts.has(entry.hit.event.id)) firsts.set(entry.hit.event.id, entry);
  const ids = [...firsts.keys()].sort();
  const ofServer = ids.map((id) => getOrThrow(firsts, id).hit.sentBy === undefined);
  // Returns the known ids, of which there are few or none.
  const { rows } = await sql<{ event_id: string }>`
    with batch as (
      select * from unnest(${plainArray(ids)}::uuid[], ${plainArray(ofServer)}::boolean[]) as given (event_id, of_server)
    ), added as (
      insert into event_ids (account_id, event_id, keep_until)
      select ${accountId}::bigint, event_id, case when of_server then ${until.server}::timestamptz else ${until.tracker}::timestamptz end
      from batch on conflict do nothing returning event_id
    )
    select event_id from batch where event_id not in (select event_id from added)`.execute(trx);
  for (const { event_id } of rows) firsts.delete(event_id);
  return [...firsts.values()];
}

function areDistinct(sorted: readonly string[]): boolean {
  for (let index = 1; index < sorted.length; index++) if (sorted[index] === sorted[index - 1]) return false;
  return true;
}

/** Fast path: inserts the ids if all of them are new, which is nearly always the case. Returns whether it has inserted them. */
function insertIfAllNew(trx: Transaction<DB>, accountId: string, ids: readonly string[], until: Date): Promise<boolean> {
  return runCombined(trx, insertNewIds, { accountId, ids, until });
}

type NewIds = { accountId: string; ids: readonly string[]; until: Date };

async function insertNewIds(db: Database, batches: readonly NewIds[]): Promise<boolean[]> {
  const areNew = new Map<NewIds, boolean>();
  for (const group of Map.groupBy(batches, ({ until }) => until.getTime()).values()) {
    const { rows } = await prepared(
      'insert_new_event_ids',
      sql<{ are: boolean }>`
    select insert_new_event_ids(${plainArray(group.flatMap(({ accountId, ids }) => ids.map(() => accountId)))}::bigint[],
      ${plainArray(group.flatMap(({ ids }) => ids))}::uuid[], ${firstOf(group).until}::timestamptz) as are`,
    ).execute(db);
    for (const batch of group) areNew.set(batch, firstOf(rows).are);
  }
  return batches.map((batch) => getOrThrow(areNew, batch));
}

/** Whole days, so rows written together expire together. */
function expiryDate(ctx: Context, days: number): Date {
  const today = utcDayNumber(ctx.clock.now().getTime());
  return new Date((today + days) * dayMs);
}
