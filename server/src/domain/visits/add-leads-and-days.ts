import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { plainArray, timeArray } from '../../lib/array-literal.ts';
import { type RowWriter, runCombined, writeRows } from '../../lib/combined-statements.ts';
import { compareKeys } from '../../lib/compare-keys.ts';
import { firstOf } from '../../lib/first-of.ts';
import { prepared } from '../../lib/prepared.ts';
import { completeNewLeads } from './complete-new-leads.ts';
import { countVisitDays } from './count-visit-days.ts';
import { type CompanyPage, type CountedVisit, type DayChange, dayChanges } from './day-changes.ts';
import { recordLeadChanges } from './record-lead-changes.ts';
import { recountLeadsAndDays } from './recount-leads-and-days.ts';

/**
 * Creates and updates the leads and the daily rollups of companies after visits were replaced. Rows are always locked in the same order,
 * leads first, so concurrent lanes cannot deadlock.
 */
export async function addLeadsAndDays(
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
  const days = [...totals(added, ({ companyId, day, placeId }) => `${companyId} ${day} ${placeId}`).values()];
  await writeRows(
    trx,
    addDays,
    accountId,
    days.sort((a, b) => compareKeys(a.companyId, b.companyId) || compareKeys(a.day, b.day) || compareKeys(a.placeId, b.placeId)),
  );
  await writeRows(
    trx,
    addPages,
    accountId,
    pages.toSorted((a, b) => compareKeys(a.pageId, b.pageId) || compareKeys(a.day, b.day) || compareKeys(a.companyId, b.companyId)),
  );
  if (added.length > 0) await countVisitDays(trx, accountId, firstOf(added).companyId, { removed: [], added });
  await recountLeadsAndDays(trx, accountId, timezone, recount);
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
  const sums = new Map<string, DayChange>();
  for (const change of changes) {
    const key = keyOf(change);
    const sum = sums.get(key) ?? { ...nothing, companyId: change.companyId, day: change.day, placeId: change.placeId };
    sum.visits += change.visits;
    sum.pageViews += change.pageViews;
    sum.deepestVisit = Math.max(sum.deepestVisit, change.deepestVisit);
    sum.firstVisitMs = Math.min(sum.firstVisitMs, change.firstVisitMs);
    sum.lastVisitMs = Math.max(sum.lastVisitMs, change.lastVisitMs);
    sums.set(key, sum);
  }
  return sums;
}

/** Creates leads for companies without one, and adds the changes to the totals of existing leads. */
async function addLeads(trx: Transaction<DB>, accountId: string, changes: DayChange[]) {
  if (changes.length === 0) return;
  const rows = changes.sort((a, b) => compareKeys(a.companyId, b.companyId));
  const stored = await runCombined(trx, upsertLeads, { accountId, rows });
  // A lead without other visits is new, or had lost all of its visits.
  const visitsByCompany = new Map(rows.map(({ companyId, visits }) => [companyId, visits]));
  const first = stored.filter(({ company_id, visits }) => visitsByCompany.get(company_id) === visits);
  await completeNewLeads(
    trx,
    accountId,
    first.map(({ company_id }) => company_id),
  );
}

type StoredLead = { account_id: string; company_id: string; visits: number };

async function upsertLeads(db: Database, batches: readonly { accountId: string; rows: readonly DayChange[] }[]): Promise<StoredLead[][]> {
  const rows = batches.flatMap((batch) => batch.rows);
  const { rows: stored } = await prepared(
    'add_leads',
    sql<StoredLead>`
    insert into leads (account_id, company_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select * from unnest(${plainArray(batches.flatMap((batch) => batch.rows.map(() => batch.accountId)))}::bigint[],
      ${column(rows, ({ companyId }) => companyId)}::bigint[], ${totalColumns(rows)})
    on conflict (account_id, company_id) do update set visits = leads.visits + excluded.visits, page_views = leads.page_views + excluded.page_views,
      deepest_visit = greatest(leads.deepest_visit, excluded.deepest_visit), first_visit_at = least(leads.first_visit_at, excluded.first_visit_at), last_visit_at = greatest(leads.last_visit_at, excluded.last_visit_at)
    returning account_id, company_id, visits`,
  ).execute(db);
  const byAccount = Map.groupBy(stored, ({ account_id }) => account_id);
  return batches.map(({ accountId }) => byAccount.get(accountId) ?? []);
}

const addDays: RowWriter<Database, DayChange> = (db, accountIds, rows) =>
  prepared(
    'add_company_days',
    sql`
    insert into company_days as known (account_id, company_id, day, place_id, visits, page_views, deepest_visit, first_visit_at, last_visit_at)
    select * from unnest(${accountIds}::bigint[], ${column(rows, ({ companyId }) => companyId)}::bigint[], ${column(rows, ({ day }) => day)}::date[],
      ${column(rows, ({ placeId }) => placeId)}::bigint[], ${totalColumns(rows)})
    on conflict (account_id, company_id, day, place_id) do update set visits = known.visits + excluded.visits,
      page_views = known.page_views + excluded.page_views, deepest_visit = greatest(known.deepest_visit, excluded.deepest_visit),
      first_visit_at = least(known.first_visit_at, excluded.first_visit_at), last_visit_at = greatest(known.last_visit_at, excluded.last_visit_at)`,
  ).execute(db);

const addPages: RowWriter<Database, CompanyPage> = (db, accountIds, rows) =>
  prepared(
    'add_company_pages',
    sql`
    insert into company_pages (account_id, page_id, day, company_id)
    select * from unnest(${accountIds}::bigint[], ${column(rows, ({ pageId }) => pageId)}::bigint[], ${column(rows, ({ day }) => day)}::date[],
      ${column(rows, ({ companyId }) => companyId)}::bigint[])
    on conflict do nothing`,
  ).execute(db);

function column<Row>(rows: readonly Row[], value: (row: Row) => string | number): string {
  return plainArray(rows.map(value));
}

function totalColumns(rows: readonly DayChange[]) {
  const times = (value: (row: DayChange) => number) => timeArray(rows.map((row) => (Number.isFinite(value(row)) ? value(row) : null)));
  return sql`${column(rows, ({ visits }) => visits)}::int[], ${column(rows, ({ pageViews }) => pageViews)}::int[],
      ${column(rows, ({ deepestVisit }) => deepestVisit)}::int[], ${times(({ firstVisitMs }) => firstVisitMs)}::timestamptz[],
      ${times(({ lastVisitMs }) => lastVisitMs)}::timestamptz[]`;
}
