import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import type { Context } from '../context.ts';
import { inIndexOrder } from '../in-index-order.ts';
import { type Intent, intent, maxIntentVisits } from './intent.ts';

export type CompanyIntent = Intent & { lastVisitAt: Date };

/** Computes intent scores from the newest visits of the last ninety days. Companies without visits are omitted. */
export async function loadIntents(ctx: Context, accountId: string, companyIds: string[]): Promise<Map<string, CompanyIntent>> {
  if (companyIds.length === 0) return new Map();
  const now = ctx.clock.now();
  const monthAgo = new Date(now.getTime() - 30 * dayMs);
  const quarterAgo = new Date(now.getTime() - 90 * dayMs);
  const statement = sql<{
    company_id: string;
    last_visit_at: Date;
    visits: number;
    page_views: number;
    visitors: number;
    goals: number;
  }>`
    select v.company_id, max(started_at) as last_visit_at,
      (count(*) filter (where started_at >= ${monthAgo}))::int as visits,
      coalesce(sum(page_depth) filter (where started_at >= ${monthAgo}), 0)::int as page_views,
      (count(distinct visitor_id) filter (where started_at >= ${monthAgo}))::int as visitors,
      coalesce(sum(jsonb_array_length(goals)), 0)::int as goals
    from unnest(${companyIds}::bigint[]) as wanted (id) cross join lateral (
      select company_id, started_at, page_depth, visitor_id, goals from visits
      where account_id = ${accountId} and company_id = wanted.id and started_at >= ${quarterAgo} and started_at <= ${now} and page_depth > 0
      order by started_at desc limit ${maxIntentVisits}) as v
    group by v.company_id`;
  const { rows } = await inIndexOrder(ctx.db, (trx) => statement.execute(trx));
  return new Map(
    rows.map((row) => [
      row.company_id,
      {
        ...intent({
          daysSinceLastVisit: Math.floor((now.getTime() - row.last_visit_at.getTime()) / dayMs),
          visitsInLast30Days: row.visits,
          pageViewsInLast30Days: row.page_views,
          visitorsInLast30Days: row.visitors,
          goalsReachedInLast90Days: row.goals,
        }),
        lastVisitAt: row.last_visit_at,
      },
    ]),
  );
}
