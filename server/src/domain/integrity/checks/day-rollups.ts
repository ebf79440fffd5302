import { type RawBuilder, sql } from 'kysely';
import { firstItems } from '../../../lib/first-items.ts';
import type { Check } from '../check.ts';
import { compare, countedVisits } from '../compare.ts';

const timeOf = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.MS "UTC"')`;

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

const windowTotals = (...columns: RawBuilder<unknown>[]) => {
  const [visits, pageViews, deepest, last] = firstItems(columns, 4);
  return sql`format('%s visits, %s page views, deepest %s, last %s', ${visits}, ${pageViews}, ${deepest}, ${timeOf(last)})`;
};

/** Omits windows with changes that have not been applied yet. */
export const leadWindows: Check = {
  name: 'lead_windows',
  description: 'lead rollups of an interval',
  skippedDuring: ['day_rebuild'],
  isRebuildable: true,
  run: (trx, account) => {
    const subject = (companyId: RawBuilder<unknown>) => sql`concat_ws(' ', 'lead', ${companyId}, 'from', w.first_day, 'to', w.last_day)`;
    const number = sql`concat_ws(' ', 'number of leads from', w.first_day, 'to', w.last_day)`;
    const isCurrent = sql`w.account_id = ${account.id} and w.built_at is not null
      and not exists (select 1 from lead_changes c where c.account_id = ${account.id} and c.window_id = w.id)`;
    return compare(
      trx,
      sql`select ${subject(sql`s.company_id`)} as subject,
          ${windowTotals(sql`s.visits`, sql`s.page_views`, sql`s.deepest_visit`, sql`s.last_visit_at`)} as value
        from lead_windows w join lead_window_rollups s on s.account_id = ${account.id} and s.window_id = w.id where ${isCurrent}
        union all select ${number} as subject, w.leads::text as value from lead_windows w where ${isCurrent}`,
      sql`select ${subject(sql`v.company_id`)} as subject,
          ${windowTotals(sql`count(*)`, sql`sum(v.page_depth)`, sql`max(v.page_depth)`, sql`max(v.started_at)`)} as value
        from lead_windows w join ${countedVisits(account)} on v.day between w.first_day and w.last_day where ${isCurrent}
        group by w.first_day, w.last_day, v.company_id
        union all select ${number} as subject,
          (select count(*)::text from lead_window_rollups s where s.account_id = ${account.id} and s.window_id = w.id) as value
        from lead_windows w where ${isCurrent}`,
    );
  },
};
