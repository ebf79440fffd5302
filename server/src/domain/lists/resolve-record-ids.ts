import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { getList, type ListScope } from './list.ts';

export type RecordSelection = { recordIds?: string[]; listId?: string };

/** Maximum size of a list that a job accepts. */
const maxRecords = 500_000;

/** Returns the ids of the records that a job processes: the given ids, or those of all records on a list. */
export async function resolveRecordIds(
  ctx: Context,
  accountId: string,
  scope: ListScope,
  { recordIds, listId }: RecordSelection,
): Promise<string[]> {
  if (recordIds !== undefined && listId === undefined) return [...new Set(recordIds.map((id) => String(BigInt(id))))];
  if (recordIds !== undefined || listId === undefined) {
    throw new Problem('invalid_input', { title: `Specify exactly one of ${scope}_ids and list_id.`, attribute: '' });
  }
  const list = await getList(ctx, accountId, listId);
  if (list.scope !== scope) {
    throw new Problem('invalid_input', {
      title: `The list ${list.id} contains ${scope === 'company' ? 'contacts, not companies' : 'companies, not contacts'}.`,
      attribute: 'list_id',
    });
  }
  const rows = await ctx.db
    .selectFrom('list_items')
    .select('item_id')
    .where('account_id', '=', accountId)
    .where('list_id', '=', list.number)
    .orderBy('item_id')
    .limit(maxRecords + 1)
    .execute();
  if (rows.length > maxRecords) {
    throw new Problem('invalid_input', {
      title: `The list ${list.id} has more than ${maxRecords.toLocaleString('en-US')} members. A job can process at most that many: split the list.`,
      attribute: 'list_id',
    });
  }
  return rows.map(({ item_id }) => item_id);
}
