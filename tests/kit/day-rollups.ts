import { sql } from 'kysely';
import type { Database } from '../../server/src/db/connect.ts';
import { getOrThrow } from '../../server/src/lib/get-or-throw.ts';
import { newestDay } from './newest-day.ts';
import { dashboardRollupDifferences } from './visit-rollups.ts';

type Visit = { company_id: string; place_id: string; started_at: Date; page_depth: number; page_ids: string[] };

/** Lists the differences between the stored rollups and the visits. */
export async function rollupDifferences(db: Database, accountId: string, timezone: string): Promise<string[]> {
  const { rows: visits } = await sql<Visit>`
    select company_id, place_id, started_at, page_depth, page_ids from visits
    where account_id = ${accountId} and company_id is not null and page_depth > 0`.execute(db);
  const expected = linesOf(visits, timezone);
  const { rows: stored } = await sql<{ line: string }>`
    select concat_ws(' ', 'visit_days', day, sum(visits)) as line from visit_days where account_id = ${accountId} group by day having sum(visits) <> 0
    union all select concat_ws(' ', 'company_pages', company_id, page_id, day) from company_pages where account_id = ${accountId}
    union all select concat_ws(' ', 'company_days', company_id, day, place_id, visits, page_views, deepest_visit,
      extract(epoch from first_visit_at) * 1000, extract(epoch from last_visit_at) * 1000) from company_days where account_id = ${accountId}
    union all select concat_ws(' ', 'leads', company_id, visits, page_views, deepest_visit, extract(epoch from first_visit_at) * 1000,
      extract(epoch from last_visit_at) * 1000) from leads
      where account_id = ${accountId} and (visits <> 0 or page_views <> 0 or deepest_visit <> 0 or first_visit_at is not null)`.execute(db);
  const lines = new Set(stored.map(({ line }) => line.replaceAll(/\.0+(?= |$)/g, '')));
  return [
    ...[...expected].filter((line) => !lines.has(line)).map((line) => `missing: ${line}`),
    ...[...lines].filter((line) => !expected.has(line)).map((line) => `surplus: ${line}`),
    ...(await dashboardRollupDifferences(db, accountId, timezone)),
  ].sort();
}

function linesOf(visits: readonly Visit[], timezone: string): Set<string> {
  const lines = new Set<string>();
  const days = new Map(visits.map((visit) => [visit, newestDay(visit.started_at.getTime(), timezone)]));
  const totalsOf = (group: Visit[]) => {
    const times = group.map(({ started_at }) => started_at.getTime());
    const depths = group.map(({ page_depth }) => page_depth);
    const pageViews = depths.reduce((total, depth) => total + depth, 0);
    return `${group.length} ${pageViews} ${Math.max(...depths)} ${Math.min(...times)} ${Math.max(...times)}`;
  };
  const groups = (keyOf: (visit: Visit) => string) => Map.groupBy(visits, keyOf);
  for (const [day, group] of groups((visit) => getOrThrow(days, visit))) lines.add(`visit_days ${day} ${group.length}`);
  for (const visit of visits) for (const id of visit.page_ids) lines.add(`company_pages ${visit.company_id} ${id} ${days.get(visit)}`);
  for (const [key, group] of groups((visit) => `${visit.company_id} ${days.get(visit)} ${visit.place_id}`)) {
    lines.add(`company_days ${key} ${totalsOf(group)}`);
  }
  for (const [companyId, group] of groups(({ company_id }) => company_id)) lines.add(`leads ${companyId} ${totalsOf(group)}`);
  return lines;
}
