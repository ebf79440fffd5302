import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { ListScope } from './list.ts';

/**
 * Locks a list until the transaction ends, so that concurrent changes to its items wait for each other instead of deadlocking. Returns its
 * scope, or null if there is no such list.
 */
export async function lockList(trx: Database, accountId: string, listNumber: string): Promise<ListScope | null> {
  const { rows } = await sql<{ scope: ListScope }>`
    select scope from lists where account_id = ${accountId} and id = ${listNumber} for no key update`.execute(trx);
  return rows[0]?.scope ?? null;
}

/** Locks the lists that contain any of the given records, in the same order as all other changes to several lists. */
export async function lockListsContaining(trx: Database, accountId: string, scope: ListScope, itemIds: readonly string[]): Promise<void> {
  await sql`
    select 1 from lists where account_id = ${accountId} and scope = ${scope} and id in (
      select list_id from list_items where account_id = ${accountId} and item_id = any(${itemIds}::bigint[]))
    order by id for no key update`.execute(trx);
}

/** Updates the stored number of items, in the transaction that changes the items. */
export async function addToItemCount(trx: Database, accountId: string, listNumber: string, change: bigint | number): Promise<void> {
  if (Number(change) === 0) return;
  await sql`
    update lists set item_count = item_count + ${Number(change)}::integer
    where account_id = ${accountId} and id = ${listNumber}`.execute(trx);
}

/** Updates the stored number of items of several lists, given the list of each item that was added or removed. */
export async function updateItemCounts(
  trx: Database,
  accountId: string,
  { added = [], removed = [] }: { added?: readonly string[]; removed?: readonly string[] },
): Promise<void> {
  const changes = new Map<string, number>();
  for (const listNumber of added) changes.set(listNumber, (changes.get(listNumber) ?? 0) + 1);
  for (const listNumber of removed) changes.set(listNumber, (changes.get(listNumber) ?? 0) - 1);
  const inOrder = [...changes].sort(([one], [other]) => Number(BigInt(one) - BigInt(other)));
  for (const [listNumber, change] of inOrder) await addToItemCount(trx, accountId, listNumber, change);
}
