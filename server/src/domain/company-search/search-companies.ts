import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { lastOf } from '../../lib/last-of.ts';
import type { CompanySearch } from '../companies/company-search.ts';
import { type CompanySummary, loadSummaries } from '../companies/load-summaries.ts';
import type { Context } from '../context.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { loadProfiles } from '../icps/load-profiles.ts';
import { searchCriteria } from '../search-criteria.ts';
import { companySearchConditions, companySearchScore } from './company-search-conditions.ts';

type FoundCompanies = { companies: CompanySummary[]; nextCursor: string | null; totalCount: number };

const batchSize = 1000;

/**
 * Returns one page of search results, best match first. The order depends on the company only and pages continue after the last row, so
 * concurrent inserts neither repeat nor skip rows.
 */
export async function searchCompanies(
  ctx: Context,
  accountId: string,
  given: CompanySearch,
  page: { cursor: string | null; size: number },
): Promise<FoundCompanies> {
  const search = searchCriteria(given, { pointer: '' });
  const conditions = await conditionsOf(ctx, accountId, search);
  const score = companySearchScore(search);
  const after = page.cursor === null ? null : decodeCursor(page.cursor, /^[01](\.\d{1,4})?$/, /^\d{1,18}$/);
  const afterCursor =
    after === null ? sql`true` : sql`(score < ${after[0]}::numeric or (score = ${after[0]}::numeric and id > ${after[1]}::bigint))`;
  const [found, counted] = await Promise.all([
    sql<{ id: string; score: string }>`
      select id, score from (select c.id, ${score} as score from companies c where ${conditions}) as found
      where ${afterCursor} order by score desc, id limit ${page.size + 1}`.execute(ctx.db),
    sql<{ total: number }>`select count(*)::int as total from companies c where ${conditions}`.execute(ctx.db),
  ]);
  const rows = found.rows.slice(0, page.size);
  const last = rows.at(-1);
  const summaries = await loadSummaries(
    ctx,
    accountId,
    rows.map(({ id }) => id),
  );
  return {
    companies: rows.flatMap(({ id }) => summaries.get(id) ?? []),
    nextCursor: last !== undefined && found.rows.length > page.size ? encodeCursor(String(Number(last.score)), last.id) : null,
    totalCount: firstOf(counted.rows).total,
  };
}

/** Yields the ids of all matches in batches, to bound memory. */
export async function* searchCompanyIds(ctx: Context, accountId: string, search: CompanySearch): AsyncIterable<string[]> {
  const conditions = await conditionsOf(ctx, accountId, searchCriteria(search, { pointer: '' }));
  let last = '0';
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      select c.id from companies c where ${conditions} and c.id > ${last}::bigint order by c.id limit ${batchSize}`.execute(ctx.db);
    if (rows.length > 0) yield rows.map(({ id }) => id);
    if (rows.length < batchSize) return;
    last = lastOf(rows).id;
  }
}

async function conditionsOf(ctx: Context, accountId: string, search: CompanySearch) {
  return companySearchConditions(accountId, search, await loadProfiles(ctx, accountId, search.icp_ids ?? []));
}
