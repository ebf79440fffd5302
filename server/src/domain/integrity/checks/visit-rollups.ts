import { type RawBuilder, sql } from 'kysely';
import { currentGeneration } from '../../rollup-generation.ts';
import { gapThresholds } from '../../visits/company-gaps.ts';
import { totalDay } from '../../visits/rollup-changes.ts';
import type { Check, CheckedAccount } from '../check.ts';
import { compare, timeOf } from '../compare.ts';

/**
 * The visits that rollups count, one row for each value by which they are grouped: columns day, day_start, hour, company_id, page_depth,
 * reached, kind and name. Hours are counted from the start of the local day. Visits without a page view count only for their goals.
 */
function countedValues({ id, days, starts }: CheckedAccount) {
  return sql`(
    select (${days}::date[])[v.day_index] as day, v.day_start, floor(extract(epoch from v.started_at - v.day_start) / 3600)::int as hour,
      v.company_id, v.page_depth, v.reached, value.kind, value.name
    from (
      select *, (${starts}::timestamptz[])[day_index] as day_start
      from (
        select *, jsonb_array_length(goals) as reached, width_bucket(started_at, ${starts}::timestamptz[]) as day_index
        from visits where account_id = ${id} and (page_depth > 0 or goals <> '[]')) as counted) as v
    left join places p on p.account_id = ${id} and p.id = v.place_id
    left join verdicts x on x.account_id = ${id} and x.id = v.verdict_id
    left join leads l on l.account_id = ${id} and l.company_id = v.company_id
    join lateral (
      select 'all' as kind, '0' as name
      union all select 'source', concat_ws(' / ', v.source, v.medium)
      union all select 'campaign', v.campaign where v.campaign is not null
      union all select 'campaign_channel', jsonb_build_array(v.campaign, v.source, v.medium)::text where v.campaign is not null
      union all select 'campaign_country', jsonb_build_array(v.campaign, p.country_code)::text where v.campaign is not null and p.country_code is not null
      union all select 'device', v.device_type where v.device_type is not null
      union all select 'country', p.country_code where p.country_code is not null
      union all select 'place', v.place_id::text where p.id is not null
      union all select 'page', g.path from unnest(v.page_ids) as seen (id) join pages g on g.account_id = ${id} and g.id = seen.id
      union all select 'entry_page', g.path from pages g where g.account_id = ${id} and g.id = v.landing_page_id
      union all select 'exit_page', g.path from pages g where g.account_id = ${id} and g.id = v.page_ids[cardinality(v.page_ids)]
      union all select 'goal', goal ->> 'goalId' from jsonb_array_elements(v.goals) as goal
      union all select 'network', concat_ws(' ', coalesce(x.kind, 'unknown'), case when v.company_id is null then coalesce(x.no_company_reason, 'unknown') end)
      union all select 'industry', l.industry_code where l.industry_code is not null) as value on v.page_depth > 0 or value.kind = 'goal')`;
}

const ofCampaigns = sql`('campaign_channel', 'campaign_country')`;

/** The name of a value `n`. JSON is compared in the format of the database. */
const valueName = sql`case when n.kind in ${ofCampaigns} then n.name::jsonb::text else n.name end`;

const hasCompanies = sql`page_depth > 0 and kind not in ('place', 'network', 'entry_page', 'exit_page', 'campaign_channel')`;

/**
 * Skips a month that began before the first day, because visits of that time may have been deleted. The dashboard groups by id, so rows with
 * the same name and different ids are compared separately.
 */
export const visitRollups: Check = {
  name: 'visit_rollups',
  description:
    'visits by day and month, and by source, campaign, device, country, page, entry page, exit page, goal, network and industry; totals of campaigns and goals',
  skippedDuring: ['day_rebuild'],
  isRebuildable: true,
  run: (trx, account) =>
    compare(
      trx,
      sql`select concat_ws(' ', unit, day, kind, name) as subject,
          format('%s visits, %s identified, %s page views, %s goals, %s companies', sum(visits), sum(identified), sum(page_views), sum(goals), sum(companies)) as value
        from (
          select r.unit, r.day, r.kind, coalesce(${valueName}, r.value_id::text) as name, r.value_id, r.visits, r.identified, r.page_views, r.goals, r.companies[1] as companies
          from visit_rollups r left join rollup_values n on n.account_id = ${account.id} and n.id = r.value_id
          where r.account_id = ${account.id} and r.generation = ${currentGeneration(account.id)} and (r.unit <> 'month' or r.day >= ${account.days[0]}::date)) as stored
        group by unit, day, kind, name, value_id having sum(visits) <> 0 or sum(identified) <> 0 or sum(page_views) <> 0 or sum(goals) <> 0 or sum(companies) <> 0`,
      sql`select concat_ws(' ', unit, period, kind, name) as subject,
          format('%s visits, %s identified, %s page views, %s goals, %s companies', count(*), count(company_id),
            coalesce(sum(page_depth) filter (where kind = 'all' or kind = 'campaign' and unit = 'total'), 0),
            coalesce(sum(reached) filter (where kind in ('all', 'campaign')), 0),
            count(distinct company_id) filter (where ${hasCompanies})) as value
        from ${countedValues(account)} as counted
        cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date), ('total', ${totalDay}::date)) as unit (unit, period)
        where case when unit = 'total' then kind in ('campaign', 'goal') or kind in ${ofCampaigns}
          else page_depth > 0 and kind not in ${ofCampaigns} and (unit = 'day' or period >= ${account.days[0]}::date) end
        group by unit, period, kind, name`,
    ),
};

export const visitRollupHours: Check = {
  name: 'visit_rollup_hours',
  description: 'visits by hour, and by campaign and goal',
  skippedDuring: ['day_rebuild'],
  isRebuildable: true,
  run: (trx, account) =>
    compare(
      trx,
      sql`select concat_ws(' ', ${timeOf(sql`h.hour`)}, h.kind, coalesce(n.name, h.value_id::text)) as subject,
          format('%s visits, %s identified, %s companies', h.visits, h.identified, h.companies) as value
        from visit_rollup_hours h left join rollup_values n on n.account_id = ${account.id} and n.id = h.value_id
        where h.account_id = ${account.id} and h.generation = ${currentGeneration(account.id)} and (h.visits <> 0 or h.identified <> 0 or h.companies <> 0)`,
      sql`select concat_ws(' ', ${timeOf(sql`day_start + hour * interval '1 hour'`)}, kind, name) as subject,
          format('%s visits, %s identified, %s companies', count(*), count(company_id), count(distinct company_id) filter (where kind = 'all')) as value
        from ${countedValues(account)} as counted where page_depth > 0 and kind in ('all', 'campaign', 'goal')
        group by day_start, hour, kind, name`,
    ),
};

export const companyValues: Check = {
  name: 'company_values',
  description: 'days and hours when companies visited, and days when they had a source, campaign, device, country, page or goal',
  skippedDuring: ['day_rebuild'],
  isRebuildable: true,
  run: (trx, account) =>
    compare(
      trx,
      sql`select concat_ws(' ', 'company', v.company_id, 'on', v.day, coalesce(n.kind, 'all'), coalesce(${valueName}, '0')) as subject,
          concat('hours ', bit_or(v.hours)::bit(25)) as value
        from company_values v left join rollup_values n on n.account_id = ${account.id} and n.id = v.value_id
        where v.account_id = ${account.id} and v.generation = ${currentGeneration(account.id)}
        group by 1`,
      sql`select concat_ws(' ', 'company', company_id, 'on', day, kind, name) as subject,
          concat('hours ', bit_or(case when kind = 'all' then 1 << hour else 0 end)::bit(25)) as value
        from ${countedValues(account)} as counted where company_id is not null and ${hasCompanies} and kind <> 'industry'
        group by 1`,
    ),
};

/** Compares the companies of each day, month and total by the time since their previous day. */
export const companyGaps: Check = {
  name: 'company_gaps',
  description: 'companies of each day and month by the time since their previous day',
  skippedDuring: ['day_rebuild'],
  isRebuildable: true,
  run: (trx, { id, days: [firstDay] }) => {
    // Nothing is known about the time before the first day.
    const known = (element: RawBuilder<unknown>, minGap: number) =>
      sql`case when unit = 'total' or ${minGap}::int <= day - ${firstDay}::date + 1 then ${element} end`;
    const stored = gapThresholds.map((minGap, index) => known(sql`companies[least(${index + 1}::int, cardinality(companies))]`, minGap));
    const counted = gapThresholds.map((minGap) =>
      known(sql`coalesce(sum(number) filter (where gap is null or gap >= ${minGap}::int), 0)`, minGap),
    );
    return compare(
      trx,
      sql`select concat_ws(' ', unit, day, kind, value_id) as subject, array_to_string(array[${sql.join(stored)}], ',') as value
        from visit_rollups where account_id = ${id} and generation = ${currentGeneration(id)} and kind not in ('place', 'network', 'entry_page', 'exit_page', 'campaign_channel')
          and 0 <> any(companies) and (unit <> 'month' or day >= ${firstDay}::date)`,
      sql`with seen as (
          select v.company_id, v.value_id, coalesce(n.kind, 'all') as kind, v.day, lag(v.day) over (partition by v.company_id, v.value_id order by v.day) as previous
          from company_values v left join rollup_values n on n.account_id = ${id} and n.id = v.value_id
          where v.account_id = ${id} and v.generation = ${currentGeneration(id)}),
        counted as (
          select value_id, kind, day, previous from seen
          union all
          select n.id, n.kind, seen.day, seen.previous from seen
          join leads l on l.account_id = ${id} and l.company_id = seen.company_id
          join rollup_values n on n.account_id = ${id} and n.kind = 'industry' and n.name = l.industry_code
          where seen.kind = 'all'),
        gaps as (
          select unit, period as day, kind, value_id, period - previous as gap, count(*) as number
          from counted
          cross join lateral (values ('day', day), ('month', date_trunc('month', day::timestamp)::date), ('total', ${totalDay}::date)) as unit (unit, period)
          where (previous is null or previous < period)
            and case when unit = 'total' then kind in ('campaign', 'goal', 'campaign_country')
              else kind <> 'campaign_country' and (unit = 'day' or period >= ${firstDay}::date) end
          group by unit, period, kind, value_id, period - previous)
        select concat_ws(' ', unit, day, kind, value_id) as subject, array_to_string(array[${sql.join(counted)}], ',') as value
        from gaps group by unit, day, kind, value_id`,
    );
  },
};
