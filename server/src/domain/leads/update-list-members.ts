import { sql } from 'kysely';
import { writeActivities } from '../activities/activities.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { getList, refuseReadOnly } from '../lists/list.ts';
import { findCurrentIds } from '../lists/list-memberships.ts';
import { addItems, removeItems } from '../lists/update-list-memberships.ts';
import { Problem } from '../problem.ts';

const maxRecords = 1000;

/** Adds companies or contacts to a list or removes them. Records the activity of leads. Returns the ids that changed, for undo. */
export async function updateListMembers(
  ctx: Context,
  accountId: string,
  actorId: string,
  { listId, ids, isOn }: { listId: string; ids: string[]; isOn: boolean },
): Promise<{ changed: string[] }> {
  const list = await getList(ctx, accountId, listId);
  refuseReadOnly(list);
  if (ids.length === 0 || ids.length > maxRecords) {
    throw new Problem('invalid_input', { title: `Select 1 to ${maxRecords} records.`, parameter: 'ids' });
  }
  const requested = [...new Set(ids.map((id) => checkRecordId(id, list.scope)))].sort();
  const current = await findCurrentIds(ctx, accountId, list.scope, requested);
  // Records that are no longer in the directory can still be removed.
  const recordIds = [...new Set(isOn ? current.values() : requested.map((id) => current.get(id) ?? id))];
  return ctx.db.transaction().execute(async (trx) => {
    const changed = isOn
      ? await addItems(trx, accountId, list.number, recordIds, ctx.clock.now())
      : await removeItems(trx, accountId, list.number, recordIds);
    if (list.scope === 'company') {
      const { rows } = await sql<{ company_id: string }>`
        select company_id from leads where account_id = ${accountId} and company_id = any(${changed}::bigint[])`.execute(trx);
      const companyIds = rows.map(({ company_id }) => company_id);
      await writeActivities(ctx, trx, { accountId, actorId, companyIds, kind: isOn ? 'listed' : 'unlisted', detail: list.name });
    }
    return { changed };
  });
}
