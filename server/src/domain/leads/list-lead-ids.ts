import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { buildLeadOrder, directionOf } from '../feeds/lead-order.ts';
import { type LeadQuery, queriedLeads, queriedTotals } from './lead-query.ts';

/** Lists the ids of all leads of a query, in order and without a limit, for exports, which load the leads in batches. */
export async function listLeadIds(ctx: Context, query: LeadQuery): Promise<string[]> {
  const { rows } = await sql<{ company_id: string }>`
    with ${queriedTotals(query)}
    select l.company_id ${queriedLeads(query)} order by ${await buildLeadOrder(ctx, query)}, c.id ${directionOf(query.descending)}`.execute(
    ctx.db,
  );
  return rows.map(({ company_id }) => company_id);
}
