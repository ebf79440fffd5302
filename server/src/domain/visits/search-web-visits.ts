import { type NotNull, sql } from 'kysely';
import type { Context } from '../context.ts';
import { getFeedByAnyId } from '../feeds/get-feed-by-any-id.ts';
import { loadFeedScope } from '../feeds/load-feed-scope.ts';
import { feedLeads } from '../feeds/matching-leads.ts';
import { visitIntervalOf } from '../feeds/visit-interval.ts';
import { getRollupTimezone } from '../rollup-generation.ts';
import { findFilteredVisits, type VisitFilters } from './find-filtered-visits.ts';
import { findVisits } from './find-visits.ts';
import { loadVisits } from './load-visits.ts';
import type { Visit } from './visit.ts';

type WebVisitSearch = Omit<VisitFilters, 'feedCompanies'> & {
  startDate: string;
  endDate: string;
  /** If given, only visits of leads in this feed are found. */
  feedId: string | null;
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
  const companyId = search.companyId === null ? null : await findCurrentCompanyId(ctx, search.companyId);
  const page = { offset: search.offset, limit: search.limit };
  const feed = search.feedId === null ? null : await getFeedByAnyId(ctx, account.id, search.feedId);
  // Searches without companies read the rollups of the dashboard, whose days may be those of the previous time zone.
  const isByCompany = companyId !== null || feed !== null;
  const timezone = isByCompany || isUnfiltered(search) ? account.timezone : await getRollupTimezone(ctx, account);
  const interval = visitIntervalOf(search.startDate, search.endDate, timezone);
  const feedCompanies =
    feed && sql`(select company_id from ${feedLeads(await loadFeedScope(ctx, account, interval, { feed }), feed)} as lead)`;
  const scope = { accountId: account.id, timezone, interval };
  const found = isUnfiltered(search)
    ? await findVisits(ctx.db, { ...scope, companyId }, page)
    : await findFilteredVisits(ctx, scope, { ...search, companyId, feedCompanies }, page);
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

function isUnfiltered({ hasCompany, feedId, countryCodes, cities }: WebVisitSearch): boolean {
  return hasCompany && feedId === null && countryCodes.length === 0 && cities.length === 0;
}

/** Returns the id of the company that this one was merged into, if any. An unknown company is not an error; it has no visits. */
async function findCurrentCompanyId(ctx: Context, companyId: string): Promise<string> {
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
