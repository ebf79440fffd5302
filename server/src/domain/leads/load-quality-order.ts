import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { qualityOrder } from '../feeds/lead-order.ts';
import { leadSumsQuery } from '../feeds/lead-sums-query.ts';
import type { Window } from '../feeds/window.ts';

/** Bounds the cost on large accounts; a sample of this size places a lead within two percent. */
const maxLeads = 2000;

/** Loads the values that leads are ranked by (`qualityOrder`), ascending: those of the newest leads in the window. */
export async function loadQualityOrder(ctx: Pick<Context, 'db'>, accountId: string, window: Window): Promise<number[]> {
  const days = { accountId, from: window.startDate, to: window.endDate };
  const { rows } = await sql<{ value: number }>`
    with newest as materialized (
      select l.company_id from leads l
      where l.account_id = ${accountId} and not l.hidden and l.last_visit_at >= ${window.fromAt} and l.first_visit_at < ${window.toAt}
      order by l.last_visit_at desc, l.company_id limit ${maxLeads}),
    s as (${leadSumsQuery(days, sql`d.company_id in (select company_id from newest)`)})
    select ${qualityOrder}::float8 as value from s join companies c on c.id = s.company_id order by 1`.execute(ctx.db);
  return rows.map(({ value }) => value);
}
