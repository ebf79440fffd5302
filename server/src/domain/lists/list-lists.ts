import { type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import type { List, ListKind, ListScope } from './list.ts';

type ListsQuery = {
  scope: ListScope;
  kind: ListKind | null;
  offset: number;
  /** Null for all lists. Lists of users and feeds are limited when they are created, and there are few others. */
  limit: number | null;
};

/** Lists the lists of one scope by name, with their number of items. */
export async function listLists(
  ctx: Context,
  accountId: string,
  { scope, kind, offset, limit }: ListsQuery,
): Promise<{ lists: List[]; totalCount: number }> {
  const condition = sql<boolean>`l.account_id = ${accountId} and l.scope = ${scope} and ${kind === null ? sql`true` : sql`l.kind = ${kind}`}`;
  const [lists, total] = await Promise.all([
    selectLists(ctx, sql`${condition} order by lower(l.name), l.id offset ${offset} limit ${limit}`),
    sql<{ total: number }>`select count(*)::int as total from lists l where ${condition}`.execute(ctx.db),
  ]);
  return { lists, totalCount: firstOf(total.rows).total };
}

export async function loadLists(ctx: Context, accountId: string, listNumbers: string[]): Promise<List[]> {
  if (listNumbers.length === 0) return [];
  return selectLists(ctx, sql`l.account_id = ${accountId} and l.id = any(${listNumbers}::bigint[]) order by lower(l.name), l.id`);
}

async function selectLists(ctx: Pick<Context, 'db'>, where: RawBuilder<unknown>): Promise<List[]> {
  const { rows } = await sql<List>`
    select l.kind || '_' || l.id as id, l.id as number, l.kind, l.scope, l.name, l.created_at as "createdAt", l.item_count as "itemCount"
    from lists l where ${where}`.execute(ctx.db);
  return rows;
}
