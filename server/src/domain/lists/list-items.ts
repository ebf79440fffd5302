import { sql } from 'kysely';
import { lastOf } from '../../lib/last-of.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { Problem } from '../problem.ts';
import { getList } from './list.ts';

type ListItems = {
  items: { type: 'company' | 'contact'; id: string }[];
  totalCount: number;
  nextCursor: string | null;
};

/** Returns one page of the items of a list, by id. Cursors are valid for this list only. */
export async function listItems(
  ctx: Context,
  accountId: string,
  listId: string,
  { cursor, size }: { cursor: string | null; size: number },
): Promise<ListItems> {
  const list = await getList(ctx, accountId, listId);
  const after = cursor === null ? '-1' : readCursor(cursor, list.number);
  const { rows } = await sql<{ id: string }>`
    select item_id as id from list_items
    where account_id = ${accountId} and list_id = ${list.number} and item_id > ${after}
    order by item_id limit ${size + 1}`.execute(ctx.db);
  const items = rows.slice(0, size).map(({ id }) => ({ type: list.scope, id }));
  const nextCursor = rows.length > size ? encodeCursor(list.number, lastOf(items).id) : null;
  return { items, totalCount: list.itemCount, nextCursor };
}

function readCursor(cursor: string, listNumber: string): string {
  const [number, after] = decodeCursor(cursor, /^\d{1,18}$/, /^\d{1,18}$/);
  if (number === listNumber) return after;
  throw new Problem('invalid_input', { title: 'The cursor belongs to another list.', parameter: 'page[cursor]' });
}
