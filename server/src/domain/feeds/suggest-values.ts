import { sql } from 'kysely';
import { containsPattern } from '../../lib/like-pattern.ts';
import type { Context } from '../context.ts';
import { maxVisits, recentPages, recentSince } from './recent-pages.ts';

/** A value that occurs in the account's visits, and how often. */
type SuggestedValue = { value: string; visits: number | null };

const maxValues = 12;

const pageColumns = new Map([
  ['page_url', sql`p.path`],
  ['landing_page', sql`p.path`],
  ['exit_page', sql`p.path`],
  ['page_title', sql`p.title`],
  ['hostname', sql`p.hostname`],
]);
const visitColumns = new Map([
  ['source', sql`v.source`],
  ['medium', sql`v.medium`],
  ['campaign', sql`v.campaign`],
  ['new_through_campaign', sql`v.campaign`],
  ['goal_campaign', sql`v.campaign`],
  ['source_medium', sql`concat_ws(' / ', v.source, v.medium)`],
  ['keyword', sql`v.keyword`],
  ['referring_url', sql`v.referring_url`],
]);
const placeColumns = new Map([
  ['city', sql`p.city`],
  ['region', sql`p.region`],
  ['place', sql`concat_ws(', ', p.city, p.region, p.country_code)`],
]);
const companyColumns = new Map([
  ['headquarters_city', sql`c.city`],
  ['company_name', sql`c.name`],
  ['domain', sql`c.domain`],
]);

/** Suggests values of a field that contain the given text, most frequent first. Fields without recorded values have no suggestions. */
export async function suggestValues(
  ctx: Context,
  accountId: string,
  { field, search }: { field: string; search: string },
): Promise<SuggestedValue[]> {
  const since = recentSince(ctx);
  const sources = [
    [pageColumns.get(field), recentPages(accountId, since)],
    [visitColumns.get(field), newestVisits(accountId, since)],
    [placeColumns.get(field), placesOf(accountId, since)],
    [companyColumns.get(field), companiesOf(accountId, since)],
  ] as const;
  const [column, from] = sources.find(([known]) => known !== undefined) ?? [];
  if (!column || !from) return [];
  const { rows } = await sql<SuggestedValue>`
    select ${column} as value, sum(n)::int as visits ${from}
    where ${column} <> '' and ${column} ilike ${containsPattern(search)}
    group by 1 order by 2 desc, 1 limit ${maxValues}`.execute(ctx.db);
  return rows;
}

function newestVisits(accountId: string, since: Date) {
  return sql`from (
    select *, 1 as n from visits where account_id = ${accountId} and started_at >= ${since} and page_depth > 0
    order by started_at desc limit ${maxVisits}) v`;
}

function placesOf(accountId: string, since: Date) {
  return sql`from (
    select place_id, count(*) as n from (
      select place_id from visits where account_id = ${accountId} and started_at >= ${since} and page_depth > 0
      order by started_at desc limit ${maxVisits}) as v
    group by 1) seen join places p on p.account_id = ${accountId} and p.id = seen.place_id`;
}

function companiesOf(accountId: string, since: Date) {
  return sql`from (
    select company_id, visits as n from leads where account_id = ${accountId} and not hidden and last_visit_at >= ${since}
    order by last_visit_at desc limit ${maxVisits}) l join companies c on c.id = l.company_id`;
}
