import { type RawBuilder, sql } from 'kysely';
import { firstItems } from '../../../lib/first-items.ts';
import { leadSortKeys } from '../../feeds/lead-order.ts';
import { leadTotals } from '../../feeds/lead-totals-query.ts';
import type { Check } from '../check.ts';
import { compare, countedVisits, timeOf } from '../compare.ts';

/** Formats stored and recounted totals in the same way. */
const totals = (...columns: RawBuilder<unknown>[]) => {
  const [visits, pageViews, deepest, first, last] = firstItems(columns, 5);
  return sql`format('%s visits, %s page views, deepest %s, %s to %s', ${visits}, ${pageViews}, ${deepest}, ${timeOf(first)}, ${timeOf(last)})`;
};

const storedTotals = totals(sql`visits`, sql`page_views`, sql`deepest_visit`, sql`first_visit_at`, sql`last_visit_at`);
const countedTotals = totals(sql`count(*)`, sql`sum(v.page_depth)`, sql`max(v.page_depth)`, sql`min(v.started_at)`, sql`max(v.started_at)`);

export const companyDays: Check = {
  name: 'company_days',
  description: 'visits of companies by day and place',
  skippedDuring: ['day_rebuild'],
  isRebuildable: true,
  run: (trx, account) =>
    compare(
      trx,
      sql`select concat_ws(' ', 'company', company_id, 'on', day, 'at place', place_id) as subject, ${storedTotals} as value
        from company_days where account_id = ${account.id}`,
      sql`select concat_ws(' ', 'company', v.company_id, 'on', v.day, 'at place', v.place_id) as subject, ${countedTotals} as value
        from ${countedVisits(account)} group by v.company_id, v.day, v.place_id`,
    ),
};

export const visitDays: Check = {
  name: 'visit_days',
  description: 'visits of the account by day',
  skippedDuring: ['day_rebuild'],
  isRebuildable: true,
  run: (trx, account) =>
    compare(
      trx,
      sql`select day::text as subject, sum(visits)::text as value from visit_days where account_id = ${account.id} group by day having sum(visits) <> 0`,
      sql`select v.day::text as subject, count(*)::text as value from ${countedVisits(account)} group by 1`,
    ),
};

export const companyPages: Check = {
  name: 'company_pages',
  description: 'pages that companies viewed by day',
  skippedDuring: ['day_rebuild'],
  isRebuildable: true,
  run: (trx, account) =>
    compare(
      trx,
      sql`select concat_ws(' ', 'company', company_id, 'on', day, 'page', page_id) as subject, 'viewed' as value
        from company_pages where account_id = ${account.id}`,
      sql`select distinct concat_ws(' ', 'company', v.company_id, 'on', v.day, 'page', page_id) as subject, 'viewed' as value
        from ${countedVisits(account)} cross join unnest(v.page_ids) as page_id`,
    ),
};

export const leads: Check = {
  name: 'leads',
  description: 'visits, page views, first and last visit of leads',
  skippedDuring: ['day_rebuild'],
  isRebuildable: true,
  run: (trx, account) =>
    compare(
      trx,
      sql`select concat_ws(' ', 'lead', company_id) as subject, ${storedTotals} as value from leads
        where account_id = ${account.id} and (visits <> 0 or page_views <> 0 or deepest_visit <> 0 or first_visit_at is not null or last_visit_at is not null)`,
      sql`select concat_ws(' ', 'lead', v.company_id) as subject, ${countedTotals} as value from ${countedVisits(account)} group by v.company_id`,
    ),
};

/**
 * Omits windows with changes that have not been applied yet. What the rollups copy from the directory is not compared for companies that
 * changed since, because such a change is applied with the next visit.
 */
export const leadWindows: Check = {
  name: 'lead_windows',
  description: 'lead rollups of an interval',
  skippedDuring: ['day_rebuild'],
  isRebuildable: true,
  run: (trx, account) => {
    const subject = sql`concat_ws(' ', 'lead', s.company_id, 'from', w.first_day, 'to', w.last_day)`;
    const number = sql`concat_ws(' ', 'number of leads from', w.first_day, 'to', w.last_day)`;
    const isCurrent = sql`w.account_id = ${account.id} and w.built_at is not null
      and not exists (select 1 from lead_changes c where c.account_id = ${account.id} and c.window_id = w.id)`;
    const keys = leadSortKeys(account.id);
    const row = (columns: Omit<typeof keys, 'last_visit' | 'visits' | 'page_views'>) => sql`format(
      '%s visits, %s page views, deepest %s, last %s, first %s, place %s, source %s%s', s.visits, s.page_views, s.deepest_visit,
      ${timeOf(sql`s.last_visit_at`)}, ${timeOf(columns.first_visit)}, coalesce(${columns.place}, '-'), coalesce(${columns.source}, '-'),
      case when c.updated_at < w.built_at then format(', quality %s, name %s, industry %s, employees %s', (${columns.quality})::float8,
        ${columns.name}, coalesce(${columns.industry}, '-'), coalesce((${columns.employees})::text, '-')) end)`;
    const storedKeys = {
      first_visit: sql`s.first_visit_at`,
      place: sql`s.place`,
      source: sql`s.source`,
      quality: sql`s.quality`,
      name: sql`s.name`,
      industry: sql`s.industry`,
      employees: sql`s.employees`,
    };
    return compare(
      trx,
      sql`select ${subject} as subject, ${row(storedKeys)} as value
        from lead_windows w join lead_window_rollups s on s.account_id = ${account.id} and s.window_id = w.id join companies c on c.id = s.company_id
        where ${isCurrent}
        union all select ${number} as subject, w.leads::text as value from lead_windows w where ${isCurrent}`,
      sql`select ${subject} as subject, ${row(keys)} as value
        from lead_windows w
        cross join lateral (
          ${leadTotals(sql`(
            select v.company_id, v.place_id, count(*) as visits, sum(v.page_depth) as page_views, max(v.page_depth) as deepest_visit,
              max(v.started_at) as last_visit_at
            from ${countedVisits(account)} where v.day between w.first_day and w.last_day group by v.company_id, v.place_id) as d`)}) as s
        join leads l on l.account_id = ${account.id} and l.company_id = s.company_id
        join companies c on c.id = s.company_id
        where ${isCurrent}
        union all select ${number} as subject,
          (select count(*)::text from lead_window_rollups s where s.account_id = ${account.id} and s.window_id = w.id) as value
        from lead_windows w where ${isCurrent}`,
    );
  },
};
