import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { namesAnyOf } from '../reattribution/reattribution-scope.ts';
import { moveAccountDataName } from './move-account-data.ts';

export const findMergedDataName = 'find-merged-data';

export type MergedCompany = {
  /** Redirects to the company it was merged into. */
  previousId: string;
  /** Keys by which evidence refers to the company. */
  companyKeys: string[];
  /** Reason of the reattributions. */
  reason: string;
};

/** Finds the accounts that know a merged company, and queues the move of their data. Reads all accounts, so it runs outside a transaction. */
export async function findMergedData(ctx: Context, merged: MergedCompany): Promise<void> {
  const { previousId, companyKeys } = merged;
  await waitForWriters(ctx);
  const { rows } = await sql<{ account_id: string }>`
    select account_id from leads where company_id = ${previousId}
    union select account_id from lead_tags where company_id = ${previousId}
    union select i.account_id from list_items i join lists l on l.account_id = i.account_id and l.id = i.list_id and l.scope = 'company'
      where i.item_id = ${previousId}
    union select account_id from crm_connections where company_id = ${previousId}
    union select account_id from lead_emails where company_id = ${previousId}
    union select account_id from company_settings where company_id = ${previousId}
    union select account_id from custom_field_values where scope = 'company' and record_id = ${previousId}
    union select account_id from revealed_records where kind = 'company' and record_id = ${previousId}
    union select account_id from verdicts where company_id = ${previousId} or ${namesAnyOf(sql`evidence`, companyKeys)}
    union select account_id from visitors where workplace_company_id = ${previousId}
    union select account_id from corrections where company_id = ${previousId}
    union select account_id from notes where company_id = ${previousId}
    union select account_id from activities where company_id = ${previousId}
    union select account_id from alert_known_leads where company_id = ${previousId}
    union select account_id from automation_leads where company_id = ${previousId}
    union select account_id from notifications where company_id = ${previousId}
    order by account_id`.execute(ctx.db);
  await ctx.db.transaction().execute(async (trx) => {
    for (const { account_id: accountId } of rows) {
      const key = `${moveAccountDataName}:${accountId}:${previousId}`;
      await ctx.jobs.add(trx, moveAccountDataName, { accountId, ...merged }, { key, isAwaited: true });
    }
  });
}

const maxWaitMs = 60_000;

/**
 * Waits until the transactions that are writing now have ended. A batch of the pipeline may have read the company before it was merged, and
 * its lead is not visible before it is committed. On a cluster, only writers on the coordinator are seen.
 */
async function waitForWriters({ db }: Pick<Context, 'db'>): Promise<void> {
  const writers = async () => {
    const { rows } = await sql<{ xid: string }>`
      select backend_xid::text as xid from pg_stat_activity
      where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`.execute(db);
    return rows.map(({ xid }) => xid);
  };
  let open = await writers();
  for (const endMs = performance.now() + maxWaitMs; open.length > 0; ) {
    // The job is retried.
    if (performance.now() > endMs) throw new Error('A transaction has been writing for a minute.');
    await pause(50);
    const now = await writers();
    open = open.filter((xid) => now.includes(xid));
  }
}
