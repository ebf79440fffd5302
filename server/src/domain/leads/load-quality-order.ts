import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { qualityOrderSql } from '../feeds/lead-order.ts';
import { leadTotalsQuery } from '../feeds/lead-totals-query.ts';
import type { VisitInterval } from '../feeds/visit-interval.ts';
import { findLeadWindow, hiddenCompanyIds, type LeadWindow } from './lead-windows.ts';

/** Bounds the cost for large accounts; a sample of this size gives the percentile of a lead within two percent. */
const maxLeads = 2000;

/** Loads the values by which the newest leads in the interval are ranked (`qualitySortValue`), in ascending order. */
export async function loadQualityOrder(ctx: Context, accountId: string, interval: VisitInterval): Promise<number[]> {
  const days = { accountId, from: interval.startDate, to: interval.endDate };
  const stored = await findLeadWindow(ctx, accountId, days);
  return stored ? loadStoredOrder(ctx, stored) : sumQualityOrder(ctx, accountId, interval);
}

async function loadStoredOrder(ctx: Context, { accountId, id }: LeadWindow): Promise<number[]> {
  const { rows } = await sql<{ value: number }>`
    select quality as value from (
      select s.quality from lead_window_rollups s
      where s.account_id = ${accountId} and s.window_id = ${id} and s.company_id <> all(${hiddenCompanyIds(accountId)})
      order by s.last_visit_at desc, s.company_id desc limit ${maxLeads}) as newest
    order by 1`.execute(ctx.db);
  return rows.map(({ value }) => value);
}

async function sumQualityOrder(ctx: Context, accountId: string, interval: VisitInterval): Promise<number[]> {
  const days = { accountId, from: interval.startDate, to: interval.endDate };
  const { rows: newest } = await sql<{ company_id: string }>`
    select company_id from leads
    where account_id = ${accountId} and not hidden and last_visit_at >= ${interval.fromAt} and first_visit_at < ${interval.toAt}
    order by last_visit_at desc, company_id limit ${maxLeads}`.execute(ctx.db);
  // PostgreSQL looks up an array by hash, but would compare a subquery row by row in an account without planner statistics.
  const ids = newest.map(({ company_id }) => company_id);
  const { rows } = await sql<{ value: number }>`
    with s as (${leadTotalsQuery(days, sql`d.company_id = any(${ids}::bigint[])`)})
    select ${qualityOrderSql}::float8 as value from s join companies c on c.id = s.company_id order by 1`.execute(ctx.db);
  return rows.map(({ value }) => value);
}
