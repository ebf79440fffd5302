import { sql } from 'kysely';
import { writeActivities } from '../activities/activities.ts';
import type { Context } from '../context.ts';
import { getList, refuseReadOnly } from '../lists/list.ts';
import { addItems, removeItems } from '../lists/update-memberships.ts';
import { Problem } from '../problem.ts';
import { checkCompanyIds } from './update-leads.ts';

/** Adds leads to a list of companies or removes them, and records the activity. Returns the number of changes. */
export async function updateListMembership(
  ctx: Context,
  accountId: string,
  actorId: string,
  wanted: { companyIds: string[]; listId: string; isOn: boolean },
): Promise<{ changed: number }> {
  const companyIds = checkCompanyIds(wanted.companyIds);
  const list = await getList(ctx, accountId, wanted.listId);
  refuseReadOnly(list);
  if (list.scope !== 'company') throw new Problem('invalid_input', { title: 'This list is for contacts.', parameter: 'listId' });
  return ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ company_id: string }>`
      select company_id from leads where account_id = ${accountId} and company_id = any(${companyIds}::bigint[])`.execute(trx);
    const leads = rows.map(({ company_id }) => company_id);
    const changed = wanted.isOn
      ? await addItems(trx, accountId, list.number, leads, ctx.clock.now())
      : await removeItems(trx, accountId, list.number, leads);
    const kind = wanted.isOn ? 'listed' : 'unlisted';
    await writeActivities(ctx, trx, { accountId, actorId, companyIds: changed, kind, detail: list.name });
    return { changed: changed.length };
  });
}
