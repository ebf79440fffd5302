import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type CountedDay, countVisitDays } from './count-visit-days.ts';
import { sumCompanyDays } from './sum-company-days.ts';

/** Makes the sums by day anew, company by company: the account's timezone has changed, and with it what a day is. */
export async function rebuildCompanyDays(ctx: Context, accountId: string): Promise<void> {
  const account = await ctx.db.selectFrom('accounts').select('timezone').where('id', '=', accountId).executeTakeFirst();
  if (!account) return;
  const leads = await ctx.db.selectFrom('leads').select('company_id').where('account_id', '=', accountId).orderBy('company_id').execute();
  for (const { company_id } of leads) {
    await ctx.db.transaction().execute(async (trx) => {
      await sql`select 1 from leads where account_id = ${accountId} and company_id = ${company_id} for update`.execute(trx);
      const { rows: gone } = await sql<CountedDay>`
        delete from company_days where account_id = ${accountId} and company_id = ${company_id} returning day, visits`.execute(trx);
      await sql`delete from company_pages where account_id = ${accountId} and company_id = ${company_id}`.execute(trx);
      await countVisitDays(trx, accountId, company_id, { gone, come: [] });
      const visits = await trx
        .selectFrom('visits')
        .select('started_at')
        .where('account_id', '=', accountId)
        .where('company_id', '=', company_id)
        .execute();
      const touched = visits.map(({ started_at }) => ({ companyId: company_id, startedAtMs: started_at.getTime() }));
      await sumCompanyDays(trx, accountId, account.timezone, touched);
    });
  }
}
