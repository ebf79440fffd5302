import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

export const listKinds = ['static', 'revealed', 'crm', 'feed'] as const;
export type ListKind = (typeof listKinds)[number];
export type ListScope = 'company' | 'contact';
export type List = { id: string; number: string; kind: ListKind; scope: ListScope; name: string; createdAt: Date; itemCount: number };

/** The id of a list is `<kind>_<number>`. */
export const listIdPattern = `^(${listKinds.join('|')})_\\d{1,18}$`;

export async function getList(ctx: Pick<Context, 'db'>, accountId: string, listId: string): Promise<List> {
  const kind = listKinds.find((one) => listId.startsWith(`${one}_`));
  const row =
    kind !== undefined && new RegExp(listIdPattern).test(listId)
      ? await ctx.db
          .selectFrom('lists')
          .selectAll()
          .where('account_id', '=', accountId)
          .where('id', '=', listId.slice(kind.length + 1))
          .where('kind', '=', kind)
          .executeTakeFirst()
      : undefined;
  if (!row) throw new Problem('not_found', `There is no list ${JSON.stringify(listId)}.`);
  return {
    id: `${row.kind}_${row.id}`,
    number: row.id,
    kind: row.kind,
    scope: row.scope,
    name: row.name,
    createdAt: row.created_at,
    itemCount: row.item_count,
  };
}

/** The other lists follow a feed, a CRM or the revealed records. */
export function refuseReadOnly(list: List): void {
  if (list.kind !== 'static') throw new Problem('read_only', `The list ${list.id} is read-only: only static lists can be changed.`);
}
