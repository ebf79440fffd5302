import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { namesAnyOf } from '../reattribution/reattribution-scope.ts';
import { moveAccountDataJobName } from './move-account-data.ts';
import { waitForWriters } from './wait-for-writers.ts';

/** Not named after the function, because jobs queued by earlier versions have this name. */
export const enqueueAccountMovesJobName = 'find-merged-data';

export type MergedCompany = {
  /** Id of the company that was merged. It redirects to the company it was merged into. */
  previousId: string;
  /** Keys by which evidence refers to the company. */
  companyKeys: string[];
  /** Recorded as the reason for the reattributions. */
  reason: string;
};

/** Queues the move of the data of each account that refers to a merged company. Must not run in a transaction. */
export async function enqueueAccountMoves(ctx: Context, merged: MergedCompany): Promise<void> {
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
    union select account_id from verdicts where company_id = ${previousId}
    union select account_id from verdicts where ${namesAnyOf(sql`evidence`, companyKeys)}
    union select account_id from visitors where workplace_company_id = ${previousId}
    union select account_id from corrections where company_id = ${previousId}
    union select account_id from notes where company_id = ${previousId}
    union select account_id from activities where company_id = ${previousId}
    union select account_id from alert_known_leads where company_id = ${previousId}
    union select account_id from automation_leads where company_id = ${previousId}
    union select account_id from notifications where company_id = ${previousId}
    union select id from accounts where company_id = ${previousId}
    order by account_id`.execute(ctx.db);
  // One queue for all accounts, because a merge can affect thousands, and a queue for each would slow down all jobs.
  await ctx.db.transaction().execute(async (trx) => {
    for (const { account_id: accountId } of rows) {
      const key = `${moveAccountDataJobName}:${accountId}:${previousId}`;
      await ctx.jobs.add(trx, moveAccountDataJobName, { accountId, ...merged }, { key, queue: moveAccountDataJobName, isAwaited: true });
    }
  });
}
