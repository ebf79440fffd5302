import { type Selectable, sql } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { addDays, dayOf, nextDay, startOfDayMs } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { inIndexOrder } from '../in-index-order.ts';
import { dataProcessingOf } from '../settings/data-processing.ts';
import { findCurrentCompanyIds } from './find-current-company-ids.ts';
import { loadReachedGoals } from './load-reached-goals.ts';
import { type ChargedRequest, type PayingAccount, revealCompanies } from './reveal-companies.ts';
import { type VisitDay, type WebIntent, webIntentSignals } from './web-intent-signals.ts';

type Interval = { from?: string; to?: string };
type SignalSearch = { company_ids: string[]; categories?: string[]; event_date?: Interval; publication_date?: Interval };

type Signal = {
  id: string;
  companyId: string;
  category: string;
  title: string;
  summary: string | null;
  /** What a signal derived from visits is about; null for news. */
  intent: WebIntent | null;
  eventDate: string | null;
  publishedAt: Date;
  sourceUrl: string | null;
  confidence: number | null;
};

export const webIntent = 'web_intent';

/** A search up to this day has no upper bound, because the year of the next day would have five digits. */
const lastCalendarDay = '9999-12-31';

/**
 * Searches signals, newest first: news from the directory and signals derived from visits to the account's site. Reveals the companies
 * on the page; companies without signals are not charged. Without `request`, nothing is revealed or charged.
 */
export async function searchSignals(
  ctx: Context,
  account: PayingAccount & { timezone: string },
  search: SignalSearch,
  page: { cursor: string | null; size: number },
  request: ChargedRequest | null,
): Promise<{ signals: Signal[]; nextCursor: string | null; charged: number }> {
  const after = page.cursor === null ? null : decodeCursor(page.cursor, /^(\d{1,15}|-\d{1,14})$/, /^\d{1,18}$/);
  const companyIds = [...new Set((await findCurrentCompanyIds(ctx, account.id, search.company_ids)).values())];
  const categories = search.categories?.length ? search.categories : null;
  const [imported, derived] = await Promise.all([
    categories?.every((category) => category === webIntent)
      ? []
      : loadImported(ctx, account, companyIds, { ...search, categories, after, count: page.size + 1 }),
    categories === null || categories.includes(webIntent)
      ? loadWebIntent(ctx, account, companyIds, { beforeMs: endOfSearch(search, after, account.timezone), count: page.size + 1 })
      : [],
  ]);
  const found = [...imported, ...derived]
    .filter(
      ({ eventDate, publishedAt }) =>
        within(eventDate, search.event_date) && within(dayOf(publishedAt.getTime(), account.timezone), search.publication_date),
    )
    .sort(newestFirst)
    .filter((signal) => after === null || isAfterCursor(signal, Number(after[0]), after[1]));
  const signals = found.slice(0, page.size);
  const last = signals.at(-1);
  const shownIds = [...new Set(signals.map(({ companyId }) => companyId))];
  const charged = request === null ? 0 : await revealCompanies(ctx, account, shownIds, request);
  return { signals, nextCursor: last && found.length > page.size ? encodeCursor(last.publishedAt.getTime(), last.id) : null, charged };
}

type ImportedSearch = Omit<SignalSearch, 'categories'> & { categories: string[] | null; after: string[] | null; count: number };

/** Loads at least the newest `count` signals of the search, at most as many for each company. */
async function loadImported(
  ctx: Context,
  { timezone }: { timezone: string },
  companyIds: string[],
  { categories, event_date: event = {}, publication_date: publication = {}, after, count }: ImportedSearch,
): Promise<Signal[]> {
  const startOf = (day: string) => sql`${new Date(startOfDayMs(day, timezone))}::timestamptz`;
  const conditions = [
    sql`company_id = wanted.id`,
    ...(categories === null ? [] : [sql`category = any(${categories}::text[])`]),
    ...(event.from === undefined ? [] : [sql`event_date >= ${event.from}::date`]),
    ...(event.to === undefined ? [] : [sql`event_date <= ${event.to}::date`]),
    ...(publication.from === undefined ? [] : [sql`published_at >= ${startOf(publication.from)}`]),
    ...(publication.to === undefined || publication.to >= lastCalendarDay ? [] : [sql`published_at < ${startOf(nextDay(publication.to))}`]),
    ...(after === null ? [] : [sql`(published_at, id) < (${new Date(Number(after[0]))}::timestamptz, ${after[1]}::bigint)`]),
  ];
  const statement = sql<Selectable<DB['signals']>>`
    select newest.* from unnest(${companyIds}::bigint[]) as wanted (id) cross join lateral (
      select * from signals where ${sql.join(conditions, sql` and `)} order by published_at desc, id desc limit ${count}) as newest`;
  const { rows } = await inIndexOrder(ctx.db, (trx) => statement.execute(trx));
  return rows.map((row) => ({
    id: row.id,
    companyId: row.company_id,
    category: row.category,
    title: row.title,
    summary: row.summary,
    intent: null,
    eventDate: row.event_date,
    publishedAt: row.published_at,
    sourceUrl: row.source_url,
    confidence: row.confidence,
  }));
}

/** Returns the signals derived from visits: at least the newest `count` goals reached before a time, and all other signals. */
async function loadWebIntent(
  ctx: Context,
  account: { id: string; timezone: string },
  companyIds: string[],
  wantedGoals: { beforeMs: number; count: number },
): Promise<Signal[]> {
  const [settings, days, goalsOf] = await Promise.all([
    ctx.db.selectFrom('accounts').select('data_processing').where('id', '=', account.id).executeTakeFirstOrThrow(),
    sql<VisitDay & { company_id: string }>`
      select company_id, day, sum(visits)::int as visits, min(first_visit_at) as "firstVisitAt" from company_days
      where account_id = ${account.id} and company_id = any(${companyIds}::bigint[]) group by company_id, day order by company_id, day`.execute(
      ctx.db,
    ),
    loadReachedGoals(ctx, account, companyIds, wantedGoals),
  ]);
  const retentionDays = dataProcessingOf(settings.data_processing).visit_retention_days;
  const retainedSince = addDays(dayOf(ctx.clock.now().getTime(), account.timezone), -retentionDays);
  const daysOf = Map.groupBy(days.rows, ({ company_id }) => company_id);
  return companyIds.flatMap((companyId) =>
    webIntentSignals(companyId, daysOf.get(companyId) ?? [], goalsOf.get(companyId) ?? [], retainedSince).map((signal) => ({
      ...signal,
      companyId,
      category: webIntent,
      sourceUrl: null,
    })),
  );
}

/**
 * Returns the time from which reached goals are not needed: later ones are outside the requested days or on previous pages. The event and
 * the publication of a reached goal are on the same day.
 */
function endOfSearch({ event_date, publication_date }: SignalSearch, after: string[] | null, timezone: string): number {
  const lastDays = [event_date?.to, publication_date?.to].flatMap((day) => (day !== undefined && day < lastCalendarDay ? day : []));
  const ends = lastDays.map((day) => startOfDayMs(nextDay(day), timezone));
  return Math.min(...ends, after === null ? Number.POSITIVE_INFINITY : Number(after[0]));
}

function within(day: string | null, interval: Interval | undefined): boolean {
  if (interval?.from === undefined && interval?.to === undefined) return true;
  return day !== null && (interval.from === undefined || day >= interval.from) && (interval.to === undefined || day <= interval.to);
}

function newestFirst(one: Signal, other: Signal): number {
  return other.publishedAt.getTime() - one.publishedAt.getTime() || (BigInt(other.id) > BigInt(one.id) ? 1 : -1);
}

function isAfterCursor({ publishedAt, id }: Signal, timeMs: number, lastId: string): boolean {
  return publishedAt.getTime() < timeMs || (publishedAt.getTime() === timeMs && BigInt(id) < BigInt(lastId));
}
