import { type NotNull, type RawBuilder, sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { feedScope } from '../feeds/feed-scope.ts';
import { getFeedByAnyId } from '../feeds/get-feed-by-any-id.ts';
import { feedLeads } from '../feeds/matching-leads.ts';
import { type Window, windowOf } from '../feeds/window.ts';
import { findVisits } from './find-visits.ts';
import { loadVisits } from './load-visits.ts';
import type { Visit } from './visit.ts';

type WebVisitSearch = {
  startDate: string;
  endDate: string;
  /** If given, only visits of leads in this feed are found. */
  feedId: string | null;
  companyId: string | null;
  /** If false, only visits without a company are found. */
  hasCompany: boolean;
  countryCodes: string[];
  cities: string[];
  offset: number;
  limit: number;
};

export type FoundVisit = Visit & { contactId: string | null };

/** Returns one page of the matching visits, newest first. The dates are inclusive and in the account's time zone. */
export async function searchWebVisits(
  ctx: Context,
  account: { id: string; timezone: string },
  search: WebVisitSearch,
): Promise<{ visits: FoundVisit[]; totalCount: number }> {
  const window = windowOf(search.startDate, search.endDate, account.timezone);
  const companyId = search.companyId === null ? null : await currentCompanyId(ctx, search.companyId);
  const page = { offset: search.offset, limit: search.limit };
  const feed = search.feedId === null ? null : await getFeedByAnyId(ctx, account.id, search.feedId);
  const inFeed =
    feed && sql<boolean>`v.company_id in (select company_id from ${feedLeads(await feedScope(ctx, account, window, feed), feed)} as lead)`;
  const isUnfiltered = search.hasCompany && inFeed === null && search.countryCodes.length === 0 && search.cities.length === 0;
  const found = isUnfiltered
    ? await findVisits(ctx.db, { accountId: account.id, timezone: account.timezone, window, companyId }, page)
    : await findFiltered(ctx, account.id, window, { ...search, companyId }, inFeed ?? sql`true`);
  const visits = await loadVisits(ctx.db, account.id, found.keys);
  const contacts = await loadContactIds(ctx, visits);
  return {
    visits: visits.map((visit) => ({
      ...visit,
      contactId: contacts.get(visit.knownVisitor.email?.toLowerCase() ?? '') ?? null,
    })),
    totalCount: found.total,
  };
}

/** Selects places in a subquery, because there are far fewer places than visits. Countries and cities match regardless of case. */
async function findFiltered(ctx: Context, accountId: string, window: Window, search: WebVisitSearch, inFeed: RawBuilder<boolean>) {
  const countries = search.countryCodes.map((code) => code.toUpperCase());
  const cities = search.cities.map((city) => city.toLowerCase());
  const anywhere = countries.length === 0 && cities.length === 0;
  const fromPlaces = anywhere
    ? sql`true`
    : sql`v.place_id in (
      select p.id from places p where p.account_id = ${accountId}
        and ${countries.length === 0 ? sql`true` : sql`p.country_code = any(${countries}::text[])`}
        and ${cities.length === 0 ? sql`true` : sql`lower(p.city) = any(${cities}::text[])`})`;
  const conditions = sql`
    v.account_id = ${accountId} and v.started_at >= ${window.fromAt} and v.started_at < ${window.toAt} and v.page_depth > 0
    and ${ofCompanies(search)}
    and ${inFeed} and ${fromPlaces}`;
  const [keys, counted] = await Promise.all([
    sql<{ id: string; started_at: Date }>`
      select v.id, v.started_at from visits v where ${conditions}
      order by v.started_at desc, v.id offset ${search.offset} limit ${search.limit}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total from visits v where ${conditions}`.execute(ctx.db),
  ]);
  return { keys: keys.rows, total: firstOf(counted.rows).total };
}

function ofCompanies({ hasCompany, companyId }: WebVisitSearch): RawBuilder<boolean> {
  if (!hasCompany) return sql`v.company_id is null`;
  return companyId === null ? sql`v.company_id is not null` : sql`v.company_id = ${companyId}`;
}

/** Returns the id of the company that this one was merged into, if any. An unknown company is not an error; it has no visits. */
async function currentCompanyId(ctx: Context, companyId: string): Promise<string> {
  const row = await ctx.db.selectFrom('companies').select(['id', 'merged_into']).where('id', '=', companyId).executeTakeFirst();
  return row ? (row.merged_into ?? row.id) : companyId;
}

/** Returns the ids of the visitors' contacts by e-mail address. */
async function loadContactIds(ctx: Context, visits: Visit[]): Promise<Map<string, string>> {
  const emails = [...new Set(visits.flatMap(({ knownVisitor }) => knownVisitor.email?.toLowerCase() ?? []))];
  if (emails.length === 0) return new Map();
  const rows = await ctx.db
    .selectFrom('contacts')
    .select(['id', 'email'])
    .where('email', 'in', emails)
    .$narrowType<{ email: NotNull }>()
    .execute();
  return new Map(rows.map(({ id, email }) => [email, id]));
}
