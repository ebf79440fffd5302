import { sql } from 'kysely';
import type { Database } from '../../src/db/connect.ts';

/** What the sums hold that the visits do not tell, or the other way round. */
export async function differences(db: Database, accountId: string, timezone: string): Promise<unknown[]> {
  const day = sql`(started_at at time zone ${timezone})::date`;
  const counted = sql`account_id = ${accountId} and company_id is not null and page_depth > 0`;
  const pairs = [
    [
      sql`select day, sum(visits)::int from visit_days where account_id = ${accountId} group by day having sum(visits) <> 0`,
      sql`select ${day}, count(*)::int from visits where ${counted} group by 1`,
    ],
    [
      sql`select company_id, page_id, day from company_pages where account_id = ${accountId}`,
      sql`select distinct company_id, page_id, ${day} from visits cross join unnest(page_ids) as page_id where ${counted}`,
    ],
    [
      sql`select company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at from company_days where account_id = ${accountId}`,
      sql`select company_id, ${day}, place_id, count(*)::int, sum(page_depth)::int, max(page_depth), min(started_at), max(started_at) from visits where ${counted} group by 1, 2, 3`,
    ],
    [
      sql`select company_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at from leads where account_id = ${accountId} and visits > 0`,
      sql`select company_id, count(*)::int, sum(page_depth)::int, max(page_depth), min(started_at), max(started_at) from visits where ${counted} group by 1`,
    ],
  ] as const;
  const found: unknown[] = [];
  for (const [sums, visits] of pairs) {
    const { rows } = await sql`(${sums} except ${visits}) union all (${visits} except ${sums})`.execute(db);
    found.push(...rows);
  }
  return found;
}
