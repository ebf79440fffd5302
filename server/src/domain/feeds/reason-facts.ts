import { type RawBuilder, sql } from 'kysely';
import { baselineWeeks, type ReasonPeriods, reasonPeriods, silenceDays } from './reason-periods.ts';
import type { Scope } from './scope.ts';
import { visitedIn } from './visited-in.ts';

/** What is known about a lead's reasons to be called now. A reason holds if its points are above 0. */
export type ReasonFacts = {
  company_id: string;
  week_visits: number;
  /** Visits in an average week of the baseline. */
  weekly: number;
  rise_points: number;
  goals: number;
  goal_points: number;
  silence: number | null;
  return_points: number;
  people: number;
  people_points: number;
  icp_points: number;
  points: number;
  last_day: string;
};

/** Table expression: the facts of all leads in the window, or of the given companies. */
export function reasonFacts(scope: Scope, companyIds: readonly string[] | null): RawBuilder<ReasonFacts> {
  const { accountId, window, profiles } = scope;
  const periods = reasonPeriods(scope);
  const isIcp = profiles.size === 0 ? sql`false` : sql`(${sql.join([...profiles.values()], sql` or `)})`;
  const wanted = (column: RawBuilder<unknown>) => (companyIds === null ? sql`` : sql`and ${column} = any(${companyIds}::bigint[])`);
  // Materialized, because the planner would otherwise repeat them for every lead in an account without statistics.
  return sql`(
    with d as materialized (${recentDays(accountId, periods, wanted(sql`company_id`))}),
    g as materialized (
      select v.company_id, sum(jsonb_array_length(v.goals))::int as goals from visits v
      where v.account_id = ${accountId} and v.company_id is not null and v.goals <> '[]'::jsonb
        and v.started_at >= ${periods.recentAt} and v.started_at < ${window.toAt} ${wanted(sql`v.company_id`)}
      group by v.company_id),
    n as materialized (
      select v.company_id, count(distinct v.visitor_id)::int as people
      from visits v
      join leads k on k.account_id = ${accountId} and k.company_id = v.company_id and k.first_visit_at < ${periods.weekAt}
      join visitors w on w.account_id = ${accountId} and w.id = v.visitor_id and w.first_seen_at >= ${periods.weekAt}
      where v.account_id = ${accountId} and v.company_id is not null and v.page_depth > 0
        and v.started_at >= ${periods.weekAt} and v.started_at < ${window.toAt} ${wanted(sql`v.company_id`)}
      group by v.company_id)
    select *, rise_points + goal_points + return_points + people_points + icp_points as points from (
      select *,
        case when week_visits >= 3 and weekly > 0 and week_visits >= 2 * weekly then 2 + least(week_visits / weekly, 6) / 3 else 0 end as rise_points,
        case when goals > 0 then 3 + least(goals, 3) else 0 end as goal_points,
        case when silence >= ${sql.lit(silenceDays)} then 2.5::float8 else 0 end as return_points,
        case when people > 0 then 1.5::float8 + least(people, 5) * 0.5 else 0 end as people_points,
        case when is_icp and (recent_visits > 1 or recent_pages > 2) then 2 else 0 end as icp_points
      from (
        select l.company_id, d.last_day, d.recent_visits, d.recent_pages, d.week_visits,
          d.baseline_visits / least(${sql.lit(baselineWeeks)}, greatest(1, extract(epoch from ${periods.weekAt}::timestamptz - l.first_visit_at) / 604800)) as weekly,
          coalesce(g.goals, 0) as goals, coalesce(n.people, 0) as people, ${isIcp} as is_icp,
          case when l.first_visit_at < ${periods.recentAt} then d.first_recent - (
            select max(b.day) from company_days b
            where b.account_id = ${accountId} and b.company_id = l.company_id and b.day < d.first_recent) end as silence
        from leads l
        join companies c on c.id = l.company_id
        join d on d.company_id = l.company_id
        left join g on g.company_id = l.company_id
        left join n on n.company_id = l.company_id
        where l.account_id = ${accountId} and ${visitedIn(scope)}) as known) as facts)`;
}

/** Sums of the companies that visited recently, from their sums by day. */
function recentDays(accountId: string, { baselineDay, weekDay, recentDay, lastDay }: ReasonPeriods, wanted: RawBuilder<unknown>) {
  return sql`
    select company_id, max(day) as last_day, min(day) filter (where day >= ${recentDay}::date) as first_recent,
      coalesce(sum(visits) filter (where day >= ${recentDay}::date), 0)::int as recent_visits,
      coalesce(sum(page_views) filter (where day >= ${recentDay}::date), 0)::int as recent_pages,
      coalesce(sum(visits) filter (where day >= ${weekDay}::date), 0)::int as week_visits,
      coalesce(sum(visits) filter (where day < ${weekDay}::date), 0)::float8 as baseline_visits
    from company_days
    where account_id = ${accountId} and day between ${baselineDay}::date and ${lastDay}::date ${wanted}
    group by company_id having max(day) >= ${recentDay}::date`;
}
