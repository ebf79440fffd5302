import { type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { getList, type List, type ListKind, type ListScope } from './list.ts';

export type CountedList = List & { itemCount: number };
type ListsQuery = { scope: ListScope; kind: ListKind | null; offset: number; limit: number };

/** Lists the lists of one scope by name, with their number of items. */
export async function listLists(
  ctx: Context,
  accountId: string,
  { scope, kind, offset, limit }: ListsQuery,
): Promise<{ lists: CountedList[]; totalCount: number }> {
  const condition = sql<boolean>`l.account_id = ${accountId} and l.scope = ${scope} and ${kind === null ? sql`true` : sql`l.kind = ${kind}`}`;
  const [lists, total] = await Promise.all([
    select(ctx, accountId, sql`${condition} order by lower(l.name), l.id offset ${offset} limit ${limit}`),
    sql<{ total: number }>`select count(*)::int as total from lists l where ${condition}`.execute(ctx.db),
  ]);
  return { lists, totalCount: firstOf(total.rows).total };
}

export async function getCountedList(ctx: Context, accountId: string, listId: string): Promise<CountedList> {
  const { number } = await getList(ctx, accountId, listId);
  const list = firstOf(await select(ctx, accountId, sql`l.account_id = ${accountId} and l.id = ${number}`));
  return list;
}

export async function loadLists(ctx: Context, accountId: string, numbers: string[]): Promise<CountedList[]> {
  if (numbers.length === 0) return [];
  return select(ctx, accountId, sql`l.account_id = ${accountId} and l.id = any(${numbers}::bigint[]) order by lower(l.name), l.id`);
}

async function select(ctx: Pick<Context, 'db'>, accountId: string, where: RawBuilder<unknown>): Promise<CountedList[]> {
  const { rows } = await sql<CountedList>`
    select l.kind || '_' || l.id as id, l.id as number, l.kind, l.scope, l.name, l.created_at as "createdAt",
      (select count(*)::int from list_items i where i.account_id = ${accountId} and i.list_id = l.id) as "itemCount"
    from lists l where ${where}`.execute(ctx.db);
  return rows;
}
