import { sql } from 'kysely';
import { lastOf } from '../../lib/last-of.ts';
import type { Context } from '../context.ts';
import { connectRecords } from './connect-records.ts';
import type { StoredCrmRecord } from './crm-record.ts';
import { updateCrmLists } from './update-crm-lists.ts';

export const followCrmJobName = 'follow-crm';

const batchSize = 500;

/** Connects records whose company or contact has been added to the directory since, and updates the account's CRM lists. */
export async function followCrm(ctx: Context, accountId: string): Promise<void> {
  let after = '0';
  for (;;) {
    const records = await loadConnectable(ctx, accountId, after);
    await ctx.db.transaction().execute((trx) => connectRecords(trx, accountId, records));
    if (records.length < batchSize) break;
    after = lastOf(records).id;
  }
  await ctx.db.transaction().execute((trx) => updateCrmLists(trx, accountId));
}

async function loadConnectable(ctx: Context, accountId: string, after: string): Promise<StoredCrmRecord[]> {
  const { rows } = await sql<StoredCrmRecord>`
    select r.id, r.record_type, r.company_id, r.domain, r.email, r.email_domain, r.company_name from crm_records r
    where r.account_id = ${accountId} and r.id > ${after}
      and not exists (select 1 from crm_connections x where x.account_id = ${accountId} and x.record_id = r.id and x.status = 'connected')
      and (exists (select 1 from company_domains d where d.domain in (r.domain, r.email_domain))
        or (r.record_type = 'contact' and exists (select 1 from contacts k where k.email = r.email)))
    order by r.id limit ${batchSize}`.execute(ctx.db);
  return rows;
}

/** Queues a job for each account with CRM records, because companies and contacts can be added to the directory at any time. */
export async function enqueueFollowCrm(ctx: Context): Promise<void> {
  const accounts = await ctx.db.selectFrom('crm_records').select('account_id').distinct().execute();
  for (const { account_id } of accounts) {
    await ctx.jobs.add(ctx.db, followCrmJobName, { accountId: account_id }, { key: `${followCrmJobName}:${account_id}` });
  }
}
