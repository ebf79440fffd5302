import { sql } from 'kysely';
import { visibleCompany } from '../companies/visible-company.ts';
import type { Context } from '../context.ts';
import type { List, ListScope } from './list.ts';
import { loadLists } from './list-lists.ts';

type Membership = { requestedId: string; recordId: string | null; lists: List[] };

/** Returns the lists of each record, in the order of the ids. The id of a merged company refers to the current company. */
export async function listMemberships(ctx: Context, accountId: string, scope: ListScope, requestedIds: string[]): Promise<Membership[]> {
  const current = await findCurrentIds(ctx, accountId, scope, requestedIds);
  const { rows } = await sql<{ item_id: string; list_id: string }>`
    select i.item_id, i.list_id from list_items i join lists l on l.account_id = ${accountId} and l.id = i.list_id
    where i.account_id = ${accountId} and l.scope = ${scope} and i.item_id = any(${[...current.values()]}::bigint[])`.execute(ctx.db);
  const lists = await loadLists(ctx, accountId, [...new Set(rows.map(({ list_id }) => list_id))]);
  const numbersByItem = Map.groupBy(rows, ({ item_id }) => item_id);
  return requestedIds.map((requestedId) => {
    const recordId = current.get(BigInt(requestedId).toString()) ?? null;
    const numbers = new Set((recordId === null ? [] : (numbersByItem.get(recordId) ?? [])).map(({ list_id }) => list_id));
    return { requestedId, recordId, lists: lists.filter(({ number }) => numbers.has(number)) };
  });
}

/** Maps the given ids to the current ids of their records. Unknown ids are left out. */
export async function findCurrentIds(
  ctx: Pick<Context, 'db'>,
  accountId: string,
  scope: ListScope,
  ids: string[],
): Promise<Map<string, string>> {
  const { rows } =
    scope === 'company'
      ? await sql<{ id: string; current: string }>`
          select id, coalesce(merged_into, id) as current from companies
          where id = any(${ids}::bigint[]) and ${visibleCompany(accountId, 'companies')}`.execute(ctx.db)
      : await sql<{ id: string; current: string }>`select id, id as current from contacts where id = any(${ids}::bigint[])`.execute(ctx.db);
  return new Map(rows.map(({ id, current }) => [id, current]));
}
