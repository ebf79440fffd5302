import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import { maxIntentVisits } from '../companies/intent.ts';
import type { Scope } from './scope.ts';
import type { Column } from './value-test.ts';

/**
 * SQL version of `companies/intent.ts` for lead `l`, so leads can be filtered by intent; a test compares the two. Null if there is no
 * score.
 */
export function intentSql({ accountId, now }: Scope): Column {
  const monthAgo = new Date(now.getTime() - 30 * dayMs);
  const quarterAgo = new Date(now.getTime() - 90 * dayMs);
  return sql`(
    select round((
        round((3 * least(1, greatest(0, (30 - e.days) / 30.0)))::numeric, 1) + round((3 * (1 - exp(-e.visits / 4.0)))::numeric, 1)
        + round((case when e.visits = 0 then 0 else 2 * least(1, e.page_views / e.visits::float8 / 8) end)::numeric, 1)
        + round(least(1, greatest(0, (e.visitors - 1) / 3.0)), 1) + round(least(1, e.goals / 2.0), 1)), 1)
    from (
      select floor(extract(epoch from ${now}::timestamptz - max(v.started_at)) / 86400)::int as days,
        count(*) filter (where v.started_at >= ${monthAgo}) as visits,
        coalesce(sum(v.page_depth) filter (where v.started_at >= ${monthAgo}), 0) as page_views,
        count(distinct v.visitor_id) filter (where v.started_at >= ${monthAgo}) as visitors,
        coalesce(sum(jsonb_array_length(v.goals)), 0) as goals
      from (
        select n.started_at, n.page_depth, n.visitor_id, n.goals from visits n
        where n.account_id = ${accountId} and n.company_id = l.company_id and n.page_depth > 0
          and n.started_at > ${quarterAgo} and n.started_at <= ${now}
        order by n.started_at desc limit ${sql.lit(maxIntentVisits)}) as v
      having count(*) > 0) as e)`;
}
