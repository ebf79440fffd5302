import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { itemAt } from '../../lib/item-at.ts';
import type { Context } from '../context.ts';
import { recordFeedChanges } from '../feed-changes/record-feed-changes.ts';
import { Problem } from '../problem.ts';
import { addToItemCount, lockList } from './item-counts.ts';
import { getList, type List, type ListScope, refuseReadOnly } from './list.ts';
import { findCurrentIds } from './list-memberships.ts';

type MembershipChange = { scope: ListScope; recordId: string; listIds: string[]; isOn: boolean };

/** Adds a record to all of the lists or removes it from all of them, in one transaction. Returns the current id of the record. */
export async function updateListMemberships(ctx: Context, accountId: string, change: MembershipChange): Promise<string> {
  const { scope, recordId, listIds, isOn } = change;
  const current = (await findCurrentIds(ctx, accountId, scope, [recordId])).get(BigInt(recordId).toString());
  if (current === undefined) throw new Problem('not_found', `There is no ${scope} ${recordId}.`);
  const lists: List[] = [];
  for (const [index, listId] of listIds.entries()) lists.push(await getListAt(ctx, accountId, listId, index));
  const mismatch = lists.findIndex((list) => list.scope !== scope);
  if (mismatch >= 0) {
    const list = itemAt(lists, mismatch);
    throw new Problem('invalid_input', { title: `The list ${list.id} does not hold ${scope} records.`, item: mismatch, attribute: 'id' });
  }
  for (const list of lists) refuseReadOnly(list);
  // Always in the same order, so that concurrent changes of several lists cannot deadlock.
  const numbers = [...new Set(lists.map(({ number }) => number))].sort((one, other) => Number(BigInt(one) - BigInt(other)));
  await ctx.db.transaction().execute(async (trx) => {
    for (const number of numbers) {
      // The list may have been deleted since it was read.
      if ((await lockList(trx, accountId, number)) === null) {
        const at = lists.findIndex((list) => list.number === number);
        throw new Problem('not_found', { title: `There is no list ${itemAt(lists, at).id}.`, item: at });
      }
      if (isOn) await addItems(trx, accountId, number, [current], ctx.clock.now());
      else await removeItems(trx, accountId, number, [current]);
    }
  });
  return current;
}

async function getListAt(ctx: Context, accountId: string, listId: string, at: number): Promise<List> {
  try {
    return await getList(ctx, accountId, listId);
  } catch (error) {
    if (error instanceof Problem && error.kind === 'not_found') {
      throw new Problem('not_found', { title: error.details.title, item: at });
    }
    throw error;
  }
}

/** Adds items in the caller's transaction. Returns the ids that were added. */
export async function addItems(trx: Database, accountId: string, listNumber: string, itemIds: string[], now: Date): Promise<string[]> {
  const scope = await lockList(trx, accountId, listNumber);
  const { rows } = await sql<{ item_id: string }>`
    insert into list_items (account_id, list_id, item_id, added_at)
    select ${accountId}::bigint, ${listNumber}::bigint, id, ${now}::timestamptz from unnest(${itemIds}::bigint[]) as wanted (id)
    on conflict do nothing returning item_id`.execute(trx);
  await addToItemCount(trx, accountId, listNumber, rows.length);
  const changed = rows.map(({ item_id }) => item_id);
  if (scope === 'company') await recordFeedChanges(trx, accountId, changed);
  return changed;
}

/** Removes items in the caller's transaction. Returns the ids that were removed. */
export async function removeItems(trx: Database, accountId: string, listNumber: string, itemIds: string[]): Promise<string[]> {
  const scope = await lockList(trx, accountId, listNumber);
  const { rows } = await sql<{ item_id: string }>`
    delete from list_items where account_id = ${accountId} and list_id = ${listNumber} and item_id = any(${itemIds}::bigint[])
    returning item_id`.execute(trx);
  await addToItemCount(trx, accountId, listNumber, -rows.length);
  const changed = rows.map(({ item_id }) => item_id);
  if (scope === 'company') await recordFeedChanges(trx, accountId, changed);
  return changed;
}
