import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { buildLeadOrder, directionOf } from '../feeds/lead-order.ts';
import type { Lead } from './lead.ts';
import { type LeadQuery, queriedLeads, queriedTotals, totalColumns } from './lead-query.ts';
import { findLeadWindow } from './lead-windows.ts';
import type { LeadTotals } from './load-lead-totals.ts';
import { loadLeads } from './load-leads.ts';
import { searchLeadWindow } from './search-lead-window.ts';

/** A lead with visits in the interval. */
export type FoundLead = Lead<'activity' | 'trafficSource' | 'icps'> & { activity: { lastVisitAt: Date } };

/** Maximum number of leads that are counted, and can be paged through. */
export const maxLeads = 100_000;
/** Lower with a text search, because matching leads have to be read to be counted. */
const maxTextMatches = 10_000;

/** Serves the web application. Returns one page of the leads that visited in the interval, and their number, up to a maximum. */
export async function searchLeads(
  ctx: Context,
  query: LeadQuery & { offset: number; limit: number },
): Promise<{ total: number; isTotalCapped: boolean; leads: FoundLead[] }> {
  const { accountId, offset } = query;
  const maxTotal = query.search === '' ? maxLeads : maxTextMatches;
  const limit = Math.max(0, Math.min(query.limit, maxTotal - offset));
  const window = query.companyIds ? null : await findLeadWindow(ctx, accountId, query);
  const { rows, total } = window
    ? await searchLeadWindow(ctx, window, query, { offset, limit, maxCount: maxTotal + 1 })
    : await sumLeads(ctx, query, { offset, limit });
  const totals = new Map(rows.map((row) => [row.companyId, row]));
  const leads = await loadLeads(ctx.db, accountId, [...totals.keys()], { parts: ['activity', 'trafficSource', 'icps'], totals });
  return { total: Math.min(total, maxTotal), isTotalCapped: total > maxTotal, leads: leads as FoundLead[] };
}

/** Sums the interval for this request, because no rollups are stored for it. */
async function sumLeads(ctx: Context, query: LeadQuery, { offset, limit }: { offset: number; limit: number }) {
  const { rows } = await sql<LeadTotals & { total: number }>`
    with ${queriedTotals(query)}
    select ${totalColumns}, count(*) over ()::int as total
    ${queriedLeads(query)} order by ${await buildLeadOrder(ctx, query)}, c.id ${directionOf(query.descending)} limit ${limit} offset ${offset}`.execute(
    ctx.db,
  );
  return { rows, total: rows[0]?.total ?? (offset === 0 ? 0 : await countLeads(ctx, query)) };
}

async function countLeads(ctx: Context, query: LeadQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with ${queriedTotals(query)} select count(*)::int as total ${queriedLeads(query)}`.execute(ctx.db);
  return firstOf(rows).total;
}
