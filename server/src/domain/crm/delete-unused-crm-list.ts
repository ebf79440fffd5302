import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { listFeedsUsing } from '../feed-filters/list-feeds-using.ts';
import { removeFromCampaigns } from '../lists/remove-from-campaigns.ts';
import type { CrmRecordType } from './crm-record.ts';

/** Deletes the list that follows the records of one type in one CRM if no such record is left, unless a feed uses the list. */
export async function deleteUnusedCrmList(ctx: Context, accountId: string, crm: string, recordType: CrmRecordType): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from lists where account_id = ${accountId} and kind = 'crm' and crm = ${crm} and crm_record_type = ${recordType}
      and not exists (select 1 from crm_records where account_id = ${accountId} and crm = ${crm} and record_type = ${recordType})`.execute(
    ctx.db,
  );
  for (const { id } of rows) {
    const feeds = await listFeedsUsing(ctx, accountId, { field: 'list', values: [`crm_${id}`, id] });
    if (feeds.length > 0) continue;
    await removeFromCampaigns(ctx.db, accountId, { listNumber: id });
    await ctx.db.deleteFrom('lists').where('account_id', '=', accountId).where('id', '=', id).execute();
  }
}
