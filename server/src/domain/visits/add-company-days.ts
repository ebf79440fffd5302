import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { prepared } from '../../lib/prepared.ts';
import { completeNewLeads } from './complete-new-leads.ts';
import { countVisitDays } from './count-visit-days.ts';
import { type CountedVisit, type DayChange, dayChanges } from './day-changes.ts';
import { recordLeadChanges } from './record-lead-changes.ts';
import { sumCompanyDays } from './sum-company-days.ts';

/**
 * Creates and updates the leads and the daily rollups of companies after visits were replaced. Rows are always locked in the same order,
 * leads first, so concurrent lanes cannot deadlock.
 */
export async function addCompanyDays(
  trx: Transaction<DB>,
  accountId: string,
  timezone: string,
  { removed, written }: { removed: readonly CountedVisit[]; written: readonly CountedVisit[] },
): Promise<void> {
  const { added, pages, companies, recount } = dayChanges(removed, written, timezone);
  const leads = totals(added, ({ companyId }) => companyId);
  for (const { companyId } of recount) companies.add(companyId);
  for (const companyId of companies) {
    if (!leads.has(companyId)) leads.set(companyId, { ...nothing, companyId });
  }
  await addLeads(trx, accountId, [...leads.values()]);
  await recordLeadChanges(trx, accountId, [...leads.keys()]);
  await addDays(trx, accountId, [...totals(added, ({ companyId, day, placeId }) => `${companyId} ${day} ${placeId}`).values()]);
  if (pages.length > 0) {
    const sorted = pages.toSorted((a, b) => order(a.pageId, b.pageId) || order(a.day, b.day) || order(a.companyId, b.companyId));
    await prepared(
      'add_company_pages',
      sql`
    insert into company_pages (account_id, page_id, day, company_id)
      select ${accountId}::bigint, * from unnest(${sorted.map(({ pageId }) => pageId)}::bigint[], ${sorted.map(({ day }) => day)}::date[],
        ${sorted.map(({ companyId }) => companyId)}::bigint[])
      on conflict do nothing`,
    ).execute(trx);
  }
  if (added.length > 0) await countVisitDays(trx, accountId, firstOf(added).companyId, { removed: [], added });
  await sumCompanyDays(trx, accountId, timezone, recount);
}

const nothing: DayChange = {
  companyId: '',
  day: '',
  placeId: '',
  visits: 0,
  pageViews: 0,
  deepestVisit: 0,
  firstVisitMs: Number.POSITIVE_INFINITY,
  lastVisitMs: Number.NEGATIVE_INFINITY,
};

function totals(changes: readonly DayChange[], keyOf: (change: DayChange) => string): Map<string, DayChange> {
  const found = new Map<string, DayChange>();
  for (const change of changes) {
    const key = keyOf(change);
    const sum = found.get(key) ?? { ...nothing, companyId: change.companyId, day: change.day, placeId: change.placeId };
    sum.visits += change.visits;
    sum.pageViews += change.pageViews;
    sum.deepestVisit = Math.max(sum.deepestVisit, change.deepestVisit);
    sum.firstVisitMs = Math.min(sum.firstVisitMs, change.firstVisitMs);
    sum.lastVisitMs = Math.max(sum.lastVisitMs, change.lastVisitMs);
    found.set(key, sum);
  }
  return found;
}

/** Creates the lead of a company at its first visit, and adds to the totals of existing leads. */
async function addLeads(trx: Transaction<DB>, accountId: string, changes: DayChange[]) {
  if (changes.length === 0) return;
  const rows = changes.sort((a, b) => order(a.companyId, b.companyId));
  const { rows: stored } = await prepared(
    'add_leads',
    sql<{ company_id: string; visits: number }>`
    insert into leads (account_id, company_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select ${accountId}::bigint, * from unnest(${rows.map(({ companyId }) => companyId)}::bigint[], ${rows.map(({ visits }) => visits)}::int[],
      ${rows.map(({ pageViews }) => pageViews)}::int[], ${rows.map(({ deepestVisit }) => deepestVisit)}::int[],
      ${rows.map(({ firstVisitMs }) => timeOf(firstVisitMs))}::timestamptz[], ${rows.map(({ lastVisitMs }) => timeOf(lastVisitMs))}::timestamptz[])
    on conflict (account_id, company_id) do update set visits = leads.visits + excluded.visits, page_views = leads.page_views + excluded.page_views,
      deepest_visit = greatest(leads.deepest_visit, excluded.deepest_visit), first_visit_at = least(leads.first_visit_at, excluded.first_visit_at), last_visit_at = greatest(leads.last_visit_at, excluded.last_visit_at)
    returning company_id, visits`,
  ).execute(trx);
  // A lead with no other visits is new, or had lost all of its visits.
  const visitsByCompany = new Map(rows.map(({ companyId, visits }) => [companyId, visits]));
  const first = stored.filter(({ company_id, visits }) => visitsByCompany.get(company_id) === visits);
  await completeNewLeads(
    trx,
    accountId,
    first.map(({ company_id }) => company_id),
  );
}

async function addDays(trx: Transaction<DB>, accountId: string, changes: DayChange[]) {
  if (changes.length === 0) return;
  const rows = changes.sort((a, b) => order(a.companyId, b.companyId) || order(a.day, b.day) || order(a.placeId, b.placeId));
  await prepared(
    'add_company_days',
    sql`
    insert into company_days as known (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select ${accountId}::bigint, * from unnest(${rows.map(({ companyId }) => companyId)}::bigint[], ${rows.map(({ day }) => day)}::date[],
      ${rows.map(({ placeId }) => placeId)}::bigint[], ${rows.map(({ visits }) => visits)}::int[], ${rows.map(({ pageViews }) => pageViews)}::int[],
      ${rows.map(({ deepestVisit }) => deepestVisit)}::int[], ${rows.map(({ firstVisitMs }) => timeOf(firstVisitMs))}::timestamptz[],
      ${rows.map(({ lastVisitMs }) => timeOf(lastVisitMs))}::timestamptz[])
    on conflict (account_id, company_id, day, place_id) do update set visits = known.visits + excluded.visits,
      page_views = known.page_views + excluded.page_views, deepest_visit = greatest(known.deepest_visit, excluded.deepest_visit),
      first_visit_at = least(known.first_visit_at, excluded.first_visit_at), last_visit_at = greatest(known.last_visit_at, excluded.last_visit_at)`,
  ).execute(trx);
}

function timeOf(timeMs: number): Date | null {
  return Number.isFinite(timeMs) ? new Date(timeMs) : null;
}

/** For a consistent lock order; the order itself does not matter. */
function order(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
