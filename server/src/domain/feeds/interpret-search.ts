import { sql } from 'kysely';
import { containsPattern } from '../../lib/like-pattern.ts';
import type { Context } from '../context.ts';
import { sectionTitle } from '../reference/industry-sections.ts';
import { type ReadSearch, readSearch, searchWordsOf } from './read-search.ts';
import { recentPages, recentSince } from './recent-pages.ts';

/** Reads a search text as filters, using the industries of the directory and the pages of the account's newest visits. */
export async function interpretSearch(ctx: Context, accountId: string, text: string): Promise<ReadSearch> {
  const words = searchWordsOf(text).map((word) => word.toLowerCase());
  const [industries, pages] = await Promise.all([
    ctx.db.selectFrom('industries').select(['code', 'name', 'parent_code', 'wz']).execute(),
    sql<{ word: string }>`
      with recent as materialized (select distinct lower(p.path) as path ${recentPages(accountId, recentSince(ctx))})
      select w.word from unnest(${words}::text[], ${words.map(containsPattern)}::text[]) as w (word, pattern)
      where length(w.word) > 2 and exists (select from recent where recent.path like w.pattern)`.execute(ctx.db),
  ]);
  return readSearch(text, {
    industries: industries.map(({ code, name, parent_code, wz }) => ({
      code,
      name,
      // Only sections and divisions of WZ have titles here.
      germanTitles: wz.flatMap((one) => sectionTitle(one.slice(0, 2), 'wz') ?? []),
      parentCode: parent_code,
    })),
    pageWords: new Set(pages.rows.map(({ word }) => word)),
  });
}
