import { sql } from 'kysely';
import type { Context } from '../context.ts';

export type ReferringAccount = { companyId: string; accountId: string };

/** Lists the accounts that refer to the companies in any way. Queries all accounts, so it must run outside a transaction that writes. */
export async function listReferringAccounts(ctx: Pick<Context, 'db'>, companyIds: readonly string[]): Promise<ReferringAccount[]> {
  const { rows } = await sql<ReferringAccount>`
    with given as materialized (select unnest(${companyIds}::bigint[]) as id), referring (company_id, account_id) as (
      select company_id, account_id from leads where company_id in (select id from given)
      union select company_id, account_id from lead_tags where company_id in (select id from given)
      union select i.item_id, i.account_id from list_items i
        join lists l on l.account_id = i.account_id and l.id = i.list_id and l.scope = 'company' where i.item_id in (select id from given)
      union select company_id, account_id from crm_connections where company_id in (select id from given)
      union select company_id, account_id from lead_emails where company_id in (select id from given)
      union select company_id, account_id from company_settings where company_id in (select id from given)
      union select record_id, account_id from custom_field_values where scope = 'company' and record_id in (select id from given)
      union select record_id::bigint, account_id from revealed_records where kind = 'company' and record_id in (select id::text from given)
      union select company_id, account_id from verdicts where company_id in (select id from given)
      union select workplace_company_id, account_id from visitors where workplace_company_id in (select id from given)
      union select company_id, account_id from corrections where company_id in (select id from given)
      union select company_id, account_id from notes where company_id in (select id from given)
      union select company_id, account_id from activities where company_id in (select id from given)
      union select company_id, account_id from alert_known_leads where company_id in (select id from given)
      union select company_id, account_id from automation_leads where company_id in (select id from given)
      union select company_id, account_id from notifications where company_id in (select id from given)
      union select company_id, id from accounts where company_id in (select id from given)
    )
    select company_id::text as "companyId", account_id::text as "accountId" from referring`.execute(ctx.db);
  return rows;
}
