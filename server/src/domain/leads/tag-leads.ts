import { sql } from 'kysely';
import { writeActivities } from '../activities/activities.ts';
import type { Context } from '../context.ts';
import { assignTags } from '../tags/assign-tags.ts';
import { getTag } from '../tags/list-tags.ts';
import { checkCompanyIds } from './update-leads.ts';

/** Adds a tag to leads or removes it. Returns the companies that changed, for undo. */
export async function tagLeads(
  ctx: Context,
  accountId: string,
  actorId: string,
  change: { companyIds: string[]; tagId: string; isOn: boolean },
): Promise<{ changed: string[] }> {
  const requestedIds = checkCompanyIds(change.companyIds);
  const tag = await getTag(ctx, accountId, change.tagId);
  return ctx.db.transaction().execute(async (trx) => {
    const leads = await sql<{ company_id: string }>`
      select company_id from leads where account_id = ${accountId} and company_id = any(${requestedIds}::bigint[])`.execute(trx);
    const companyIds = leads.rows.map(({ company_id }) => company_id);
    const changes = await assignTags(trx, accountId, { companyIds, tagIds: [tag.id], isOn: change.isOn });
    const changed = changes.map(({ company_id }) => company_id);
    const kind = change.isOn ? 'tagged' : 'untagged';
    await writeActivities(ctx, trx, { accountId, actorId, companyIds: changed, kind, detail: tag.name });
    return { changed };
  });
}
