import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { leadOrder } from '../feeds/lead-order.ts';
import type { Lead } from './lead.ts';
import { type LeadQuery, queriedLeads, queriedSums } from './lead-query.ts';
import type { LeadSums } from './load-lead-sums.ts';
import { loadLeads } from './load-leads.ts';

/** A lead with visits in the interval; `isNew` if the first of all its visits was in the last seven days, whatever the interval. */
export type FoundLead = Lead<'activity' | 'origin' | 'icps'> & { activity: { newestVisitAt: Date }; isNew: boolean };

/** Maximum depth of paging, as in the other interfaces. */
const maxLeads = 10_000;
const newForMs = 7 * 86_400_000;

/** Serves the web application. Returns one page of the leads that visited in the interval, and their total number. */
export async function searchLeads(
  ctx: Context,
  query: LeadQuery & { offset: number; limit: number },
): Promise<{ total: number; leads: FoundLead[] }> {
  const { accountId, offset } = query;
  const limit = Math.max(0, Math.min(query.limit, maxLeads - offset));
  const { rows } = await sql<LeadSums & { total: number }>`
    with ${queriedSums(query)}
    select l.company_id as "companyId", s.visits, s.page_views as "pageViews", s.deepest_visit as "deepestVisit",
      s.last_visit_at as "newestVisitAt", s.place_id as "placeId", count(*) over ()::int as total
    ${queriedLeads(query)} order by ${await leadOrder(ctx, query)}, c.id limit ${limit} offset ${offset}`.execute(ctx.db);
  const total = rows[0]?.total ?? (offset === 0 ? 0 : await countLeads(ctx, query));
  const sums = new Map(rows.map((row) => [row.companyId, row]));
  const found = await loadLeads(ctx.db, accountId, [...sums.keys()], { parts: ['activity', 'origin', 'icps'], sums });
  const newSince = new Date(ctx.clock.now().getTime() - newForMs);
  const leads = found.map((lead) => ({ ...lead, isNew: lead.firstVisitAt !== null && lead.firstVisitAt >= newSince }));
  return { total: Math.min(total, maxLeads), leads: leads as FoundLead[] };
}

async function countLeads(ctx: Context, query: LeadQuery): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    with ${queriedSums(query)} select count(*)::int as total ${queriedLeads(query)}`.execute(ctx.db);
  return firstOf(rows).total;
}
