import { sql } from 'kysely';
import type { Database } from '../../server/src/db/connect.ts';
import { gapThresholds } from '../../server/src/domain/visits/company-gaps.ts';
import { dayMs } from '../../server/src/lib/day-ms.ts';
import { startOfDayMs } from '../../server/src/lib/zoned-days.ts';
import { newestDay } from './newest-day.ts';

type Visit = {
  id: string;
  company_id: string | null;
  started_at: Date;
  page_depth: number;
  source: string | null;
  medium: string | null;
  campaign: string | null;
  device_type: string | null;
  place_id: string;
  country_code: string | null;
  paths: string[];
  /** The paths of all page views in order, from the events. */
  route: string[];
  goal_ids: string[];
  network: string;
  industry: string | null;
};

const kindsWithCompanies = new Set(['all', 'source', 'campaign', 'campaign_country', 'device', 'country', 'page', 'goal', 'industry']);
const kindsWithTotalsOnly = new Set(['campaign_channel', 'campaign_country']);

/** Lists the differences between the rollups that the dashboard reads and the visits. */
export async function dashboardRollupDifferences(db: Database, accountId: string, timezone: string): Promise<string[]> {
  const { rows: visits } = await sql<Visit>`
    select v.id, v.company_id, v.started_at, v.page_depth, v.source, v.medium, v.campaign, v.device_type, v.place_id, p.country_code,
      array(select g.path from unnest(v.page_ids) with ordinality as seen (id, at) join pages g on g.account_id = ${accountId} and g.id = seen.id order by seen.at) as paths,
      array(select g.path from json_array_elements(v.events::json -> 'hits') with ordinality as hits (hit, at)
        join pages g on g.account_id = ${accountId} and g.id = (hit ->> 'p')::bigint where hit ->> 'k' = 'page_view' order by at) as route,
      array(select goal ->> 'goalId' from jsonb_array_elements(v.goals) as goal) as goal_ids,
      concat_ws(' ', coalesce(x.kind, 'unknown'), case when v.company_id is null then coalesce(x.no_company_reason, 'unknown') end) as network,
      case when v.company_id is not null then (select industry_code from leads l where l.account_id = ${accountId} and l.company_id = v.company_id) end as industry
    from visits v left join places p on p.account_id = ${accountId} and p.id = v.place_id
    left join verdicts x on x.account_id = ${accountId} and x.id = v.verdict_id
    where v.account_id = ${accountId} and (v.page_depth > 0 or v.goals <> '[]')`.execute(db);
  const isCurrent = sql`r.generation = (select rollup_generation from accounts where id = ${accountId})`;
  const { rows: stored } = await sql<{ unit: string; kind: string; day: string; name: string; totals: string; companies: number[] }>`
    select r.unit, r.kind, r.day, coalesce(x.name, r.value_id::text) as name, concat_ws(' ', r.visits, r.identified, r.page_views, r.goals) as totals, r.companies
    from visit_rollups r left join rollup_values x on x.account_id = ${accountId} and x.id = r.value_id
    where r.account_id = ${accountId} and ${isCurrent} and (r.visits <> 0 or r.identified <> 0 or r.page_views <> 0 or r.goals <> 0 or 0 <> any(r.companies))`.execute(
    db,
  );
  const { rows: hours } = await sql<{ line: string }>`
    select concat_ws(' ', 'hour', r.kind, extract(epoch from r.hour)::bigint * 1000, coalesce(x.name, r.value_id::text), r.visits, r.identified, r.companies) as line
    from visit_rollup_hours r left join rollup_values x on x.account_id = ${accountId} and x.id = r.value_id
    where r.account_id = ${accountId} and ${isCurrent} and (r.visits <> 0 or r.identified <> 0 or r.companies <> 0)`.execute(db);
  // Records begin on the first day. A month that began before it is incomplete, so the dashboard does not read it.
  const viewed = visits.filter(({ page_depth }) => page_depth > 0);
  const firstDay = Math.min(...viewed.map(({ started_at }) => Date.parse(newestDay(started_at.getTime(), timezone)))) / dayMs;
  const expected = new Set([...linesOf(viewed, timezone, firstDay), ...totalsOf(visits)]);
  const lines = new Set([
    ...stored.flatMap(({ unit, kind, day, name, totals, companies }) => {
      const first = Date.parse(day) / dayMs;
      if (unit === 'total') return `total ${kind} ${name} ${totals} ${companies[0]}`;
      if (unit === 'month' && first < firstDay) return [];
      return `${unit} ${kind} ${day} ${name} ${totals} ${seriesText(companies, first - firstDay + 1)}`;
    }),
    ...hours.map(({ line }) => line),
  ]);
  return [
    ...[...expected].filter((line) => !lines.has(line)).map((line) => `missing: ${line}`),
    ...[...lines].filter((line) => !expected.has(line)).map((line) => `surplus: ${line}`),
  ].sort();
}

function seriesText(series: readonly number[], longest: number): string {
  return gapThresholds.flatMap((min, index) => (min > longest ? [] : series[Math.min(index, series.length - 1)]!)).join();
}

function linesOf(visits: readonly Visit[], timezone: string, firstDay: number): Set<string> {
  const named = visits.flatMap((visit) => {
    const day = newestDay(visit.started_at.getTime(), timezone);
    return namesOf(visit).flatMap(([kind, name]) => (kindsWithTotalsOnly.has(kind) ? [] : { visit, day, kind, name }));
  });
  const daysOf = new Map<string, number[]>();
  for (const { visit, day, kind, name } of named) {
    if (visit.company_id === null) continue;
    const key = `${visit.company_id} ${kind} ${name}`;
    const days = daysOf.get(key) ?? [];
    const dayNumber = Date.parse(day) / dayMs;
    if (!days.includes(dayNumber)) days.push(dayNumber);
    daysOf.set(key, days);
  }
  const lines = new Set<string>();
  for (const unit of ['day', 'month'])
    for (const [key, group] of Map.groupBy(
      named,
      ({ day, kind, name }) => `${unit} ${kind} ${unit === 'day' ? day : `${day.slice(0, 7)}-01`} ${name}`,
    )) {
      const { kind, name, day } = group[0]!;
      const first = Date.parse(unit === 'day' ? day : `${day.slice(0, 7)}-01`) / dayMs;
      const companies = kindsWithCompanies.has(kind) ? [...new Set(group.flatMap(({ visit }) => visit.company_id ?? []))] : [];
      const gaps = companies.map((companyId) => {
        const before = daysOf.get(`${companyId} ${kind} ${name}`)!.filter((number) => number < first);
        return before.length === 0 ? Number.POSITIVE_INFINITY : first - Math.max(...before);
      });
      if (unit === 'month' && first < firstDay) continue;
      const series = gapThresholds.flatMap((min) => (min > first - firstDay + 1 ? [] : gaps.filter((gap) => gap >= min).length)).join();
      const pageViews = kind === 'all' ? group.reduce((sum, { visit }) => sum + visit.page_depth, 0) : 0;
      const goals = kind === 'all' || kind === 'campaign' ? group.reduce((sum, { visit }) => sum + visit.goal_ids.length, 0) : 0;
      lines.add(`${key} ${group.length} ${group.filter(({ visit }) => visit.company_id !== null).length} ${pageViews} ${goals} ${series}`);
    }
  const hourly = named.filter(({ kind }) => ['all', 'campaign', 'goal'].includes(kind));
  for (const [key, group] of Map.groupBy(hourly, ({ visit, kind, name }) => `hour ${kind} ${hourOf(visit.started_at, timezone)} ${name}`)) {
    const companies = group[0]!.kind === 'all' ? new Set(group.flatMap(({ visit }) => visit.company_id ?? [])).size : 0;
    lines.add(`${key} ${group.length} ${group.filter(({ visit }) => visit.company_id !== null).length} ${companies}`);
  }
  return lines;
}

/** The totals of campaigns, their channels and countries, and goals. Only those of goals count visits without a page view. */
function totalsOf(visits: readonly Visit[]): string[] {
  const named = visits.flatMap((visit) => namesOf(visit).map(([kind, name]) => ({ visit, kind, name })));
  const counted = named.filter(({ visit, kind }) => kind === 'goal' || (visit.page_depth > 0 && /^campaign/.test(kind)));
  return [...Map.groupBy(counted, ({ kind, name }) => `total ${kind} ${name}`)].map(([key, group]) => {
    const { kind } = group[0]!;
    const isCampaign = kind === 'campaign';
    const pageViews = isCampaign ? group.reduce((sum, { visit }) => sum + visit.page_depth, 0) : 0;
    const goals = isCampaign ? group.reduce((sum, { visit }) => sum + visit.goal_ids.length, 0) : 0;
    const viewed = kindsWithCompanies.has(kind) ? group.filter(({ visit }) => visit.page_depth > 0) : [];
    const companies = new Set(viewed.flatMap(({ visit }) => visit.company_id ?? [])).size;
    const identified = group.filter(({ visit }) => visit.company_id !== null).length;
    return `${key} ${group.length} ${identified} ${pageViews} ${goals} ${companies}`;
  });
}

/** The start of the hour of a visit. Hours are counted from the start of the local day. */
function hourOf(at: Date, timezone: string): number {
  const startMs = startOfDayMs(newestDay(at.getTime(), timezone), timezone);
  return startMs + Math.floor((at.getTime() - startMs) / 3_600_000) * 3_600_000;
}

function namesOf(visit: Visit): [kind: string, name: string][] {
  const names: [string, string | null][] = [
    ['all', '0'],
    ['source', [visit.source, visit.medium].filter((text) => text !== null).join(' / ')],
    ['campaign', visit.campaign],
    ['campaign_channel', visit.campaign === null ? null : JSON.stringify([visit.campaign, visit.source, visit.medium])],
    [
      'campaign_country',
      visit.campaign === null || visit.country_code === null ? null : JSON.stringify([visit.campaign, visit.country_code]),
    ],
    ['device', visit.device_type],
    ['country', visit.country_code],
    ['place', visit.country_code === null ? null : visit.place_id],
    ['network', visit.network],
    ['industry', visit.industry],
    ...visit.paths.map((path): [string, string] => ['page', path]),
    ['entry_page', visit.route[0] ?? null],
    ['exit_page', visit.route.at(-1) ?? null],
    ...visit.goal_ids.map((id): [string, string] => ['goal', id]),
  ];
  return names.flatMap(([kind, name]): [string, string][] => (name === null ? [] : [[kind, name]]));
}
