import { type RawBuilder, sql } from 'kysely';
import { type ReasonPeriods, reasonPeriods, silenceDays } from './reason-periods.ts';
import type { Scope } from './scope.ts';

/** The facts behind the reasons to call a lead now. A reason holds if its points are above 0. */
export type ReasonFacts = {
  company_id: string;
  hidden: boolean;
  week_visits: number;
  /** First day of the lead's baseline. A lead whose first visit is within the baseline has a shorter one, of at least a week. */
  baseline_day: string;
  /** Average number of visits per week in the lead's baseline. */
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

/** For given companies, at most this many of the newest visits are read; the points reach their maximum with far fewer. */
const maxVisits = 2000;

/** Table expression: the facts of all leads in the interval, or of the given companies. */
export function reasonFacts(scope: Scope, companyIds: readonly string[] | null): RawBuilder<ReasonFacts> {
  const { accountId, timezone, interval, profiles } = scope;
  const periods = reasonPeriods(scope);
  const isIcp = profiles.size === 0 ? sql`false` : sql`(${sql.join([...profiles.values()], sql` or `)})`;
  const wanted = (column: RawBuilder<unknown>) => (companyIds === null ? sql`` : sql`and ${column} = any(${companyIds}::bigint[])`);
  const visitsOf = (condition: RawBuilder<unknown>, fromAt: Date) => sql`
    select v.company_id, v.started_at, v.visitor_id, v.page_depth, v.goals from visits v
    where v.account_id = ${accountId} and v.company_id is not null and v.started_at >= ${fromAt} and v.started_at < ${interval.toAt} ${condition}`;
  const earliest = new Date(Math.min(periods.recentAt.getTime(), periods.weekAt.getTime()));
  const newest =
    companyIds &&
    sql`newest as materialized (
      select v.* from unnest(${companyIds}::bigint[]) as wanted (id) cross join lateral (
        ${visitsOf(sql`and v.company_id = wanted.id`, earliest)} order by v.started_at desc limit ${sql.lit(maxVisits)}) as v),`;
  const visitsSince = (fromAt: Date) =>
    newest ? sql`(select * from newest v where v.started_at >= ${fromAt})` : sql`(${visitsOf(sql``, fromAt)})`;
  // Without statistics, as in a new account, the planner joins row by row and may read the whole account for each row. Therefore, leads are
  // combined with their facts by grouping, and the days of a lead are looked up in the order of their primary key.
  return sql`(
    with ${newest ?? sql``} known as materialized (
      select company_id, bool_or(hidden) as hidden, max(first_visit_at) as first_visit_at, max(last_day) as last_day,
        max(first_recent) as first_recent, sum(recent_visits)::int as recent_visits, sum(recent_pages)::int as recent_pages,
        sum(week_visits)::int as week_visits, sum(baseline_visits) as baseline_visits, sum(goals)::int as goals, sum(visitors)::int as visitors
      from (
        select *, null::boolean as hidden, null::timestamptz as first_visit_at, 0 as goals, 0 as visitors
        from (${recentDays(scope, periods, wanted(sql`company_id`))}) as days
        union all
        select l.company_id, null, null, 0, 0, 0, 0, l.hidden, l.first_visit_at, 0, 0
        from leads l where l.account_id = ${accountId} and l.last_visit_at >= ${periods.recentAt} ${wanted(sql`l.company_id`)}
        union all
        select v.company_id, null, null, 0, 0, 0, 0, null, null, jsonb_array_length(v.goals), 0
        from ${visitsSince(periods.recentAt)} as v where v.goals <> '[]'::jsonb
        union all
        select seen.company_id, null, null, 0, 0, 0, 0, null, null, 0, 1 from (
          select distinct v.company_id, v.visitor_id from ${visitsSince(periods.weekAt)} as v where v.page_depth > 0) as seen
        where (select w.first_seen_at from visitors w where w.account_id = ${accountId} and w.id = seen.visitor_id) >= ${periods.weekAt}
      ) as facts
      group by company_id having max(last_day) is not null and max(first_visit_at) is not null)
    select *, rise_points + goal_points + return_points + people_points + icp_points as points from (
      select *,
        case when week_visits >= 3 and weekly > 0 and week_visits >= 2 * weekly then 2 + least(week_visits / weekly, 6) / 3 else 0 end as rise_points,
        case when goals > 0 then 3 + least(goals, 3) else 0 end as goal_points,
        case when silence >= ${sql.lit(silenceDays)} then 2.5::float8 else 0 end as return_points,
        case when people > 0 then 1.5::float8 + least(people, 5) * 0.5 else 0 end as people_points,
        case when is_icp and (recent_visits > 1 or recent_pages > 2) then 2 else 0 end as icp_points
      from (
        select k.company_id, k.hidden, k.last_day, k.recent_visits, k.recent_pages, k.week_visits,
          baseline.first_day as baseline_day, k.baseline_visits * 7 / (${periods.weekDay}::date - baseline.first_day) as weekly,
          k.goals, case when k.first_visit_at < ${periods.weekAt} then k.visitors else 0 end as people, ${isIcp} as is_icp,
          case when k.first_visit_at < ${periods.recentAt} then k.first_recent - (
            select b.day from company_days b
            where b.account_id = ${accountId} and b.company_id = k.company_id and b.day < k.first_recent
            order by b.day desc, b.place_id desc limit 1) end as silence
        from known k
        cross join lateral (select * from companies c where c.id = k.company_id offset 0) as c
        cross join lateral (
          select greatest(${periods.baselineDay}::date, least((k.first_visit_at at time zone ${timezone})::date, ${periods.weekDay}::date - 7)) as first_day
        ) as baseline) as leads) as scored)`;
}

/** Totals of the companies that visited recently, from their daily rollups. */
function recentDays(
  { accountId, interval }: Scope,
  { baselineDay, weekDay, recentDay, lastDay }: ReasonPeriods,
  wanted: RawBuilder<unknown>,
) {
  return sql`
    select company_id, max(day) as last_day, min(day) filter (where day >= ${recentDay}::date) as first_recent,
      coalesce(sum(visits) filter (where day >= ${recentDay}::date), 0)::int as recent_visits,
      coalesce(sum(page_views) filter (where day >= ${recentDay}::date), 0)::int as recent_pages,
      coalesce(sum(visits) filter (where day >= ${weekDay}::date), 0)::int as week_visits,
      coalesce(sum(visits) filter (where day < ${weekDay}::date), 0)::float8 as baseline_visits
    from company_days
    where account_id = ${accountId} and day between ${baselineDay}::date and ${lastDay}::date and first_visit_at < ${interval.toAt} ${wanted}
    group by company_id having max(day) >= ${recentDay}::date`;
}
