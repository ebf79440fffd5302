import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { dayOf } from '../../lib/zoned-days.ts';
import { completeNewLeads } from './complete-new-leads.ts';
import { recountCompanyDays } from './recount-company-days.ts';
import { updateLeadRollups } from './update-lead-rollups.ts';

type TouchedDay = { companyId: string; startedAtMs: number };

/**
 * Recounts the rollups of the given days and of their leads from the visits, and creates missing leads. Locks the leads first, in order:
 * another lane with the same company waits and then includes these visits. Visits without a page view do not count.
 */
export async function recountLeadsAndDays(trx: Transaction<DB>, accountId: string, timezone: string, touched: TouchedDay[]): Promise<void> {
  if (touched.length === 0) return;
  const companyIds = [...new Set(touched.map(({ companyId }) => companyId))].sort();
  const { rows: created } = await sql<{ company_id: string }>`
    insert into leads (account_id, company_id) select ${accountId}::bigint, id from unnest(${companyIds}::bigint[]) as touched (id)
    on conflict do nothing returning company_id`.execute(trx);
  await sql`
    select 1 from leads where account_id = ${accountId} and company_id = any(${companyIds}::bigint[]) order by company_id for update`.execute(
    trx,
  );
  await completeNewLeads(
    trx,
    accountId,
    created.map(({ company_id }) => company_id),
  );
  const days = touched.map(({ companyId, startedAtMs }) => ({ companyId, day: dayOf(startedAtMs, timezone) }));
  await recountCompanyDays(trx, accountId, timezone, days);
  await updateLeadRollups(trx, accountId, companyIds);
}
