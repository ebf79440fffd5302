import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { leadSortKeys } from '../feeds/lead-order.ts';
import { leadTotalsQuery } from '../feeds/lead-totals-query.ts';
import type { LeadWindow } from './lead-windows.ts';

/** Writes the rollups of the given companies, or of all, from `company_days`. No other transaction may write to the window meanwhile. */
export async function storeLeadWindowRollups(
  trx: Transaction<DB>,
  window: LeadWindow,
  companyIds: readonly string[] | null,
): Promise<void> {
  const { accountId, id, ...days } = window;
  const leadsBefore = await countLeads(trx, window, companyIds);
  const isSelected = companyIds === null ? sql<boolean>`true` : sql<boolean>`d.company_id = any(${companyIds}::bigint[])`;
  const keys = leadSortKeys(accountId);
  await sql`
    insert into lead_window_rollups (account_id, window_id, company_id, visits, page_views, deepest_visit, last_visit_at, place_id, first_visit_at,
      quality, name, domain, place, industry, employees, source)
    select l.account_id, ${id}::bigint, l.company_id, s.visits, s.page_views, s.deepest_visit, s.last_visit_at, s.place_id, l.first_visit_at,
      ${keys.quality}::float8, ${keys.name}, lower(c.domain), ${keys.place}, ${keys.industry}, ${keys.employees}, ${keys.source}
    from (${leadTotalsQuery({ accountId, ...days }, isSelected)}) as s
    join leads l on l.account_id = ${accountId} and l.company_id = s.company_id
    join companies c on c.id = s.company_id
    on conflict (account_id, window_id, company_id) do update set visits = excluded.visits, page_views = excluded.page_views,
      deepest_visit = excluded.deepest_visit, last_visit_at = excluded.last_visit_at, place_id = excluded.place_id,
      first_visit_at = excluded.first_visit_at, quality = excluded.quality, name = excluded.name, domain = excluded.domain,
      place = excluded.place, industry = excluded.industry, employees = excluded.employees, source = excluded.source`.execute(trx);
  if (companyIds !== null)
    await sql`
      delete from lead_window_rollups s where s.account_id = ${accountId} and s.window_id = ${id} and s.company_id = any(${companyIds}::bigint[])
        and not exists (
          select 1 from company_days d
          where d.account_id = ${accountId} and d.company_id = s.company_id and d.day between ${days.from}::date and ${days.to}::date)`.execute(
      trx,
    );
  const added = (await countLeads(trx, window, companyIds)) - leadsBefore;
  if (added !== 0) await sql`update lead_windows set leads = leads + ${added} where account_id = ${accountId} and id = ${id}`.execute(trx);
}

async function countLeads(trx: Transaction<DB>, { accountId, id }: LeadWindow, companyIds: readonly string[] | null): Promise<number> {
  const isSelected = companyIds === null ? sql`true` : sql`company_id = any(${companyIds}::bigint[])`;
  const { rows } = await sql<{ leads: number }>`
    select count(*)::int as leads from lead_window_rollups where account_id = ${accountId} and window_id = ${id} and ${isSelected}`.execute(
    trx,
  );
  return firstOf(rows).leads;
}
