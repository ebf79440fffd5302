import { type RawBuilder, sql } from 'kysely';
import type { Context } from '../context.ts';
import type { Share } from './get-breakdowns.ts';
import { type Interval, visitsWithin } from './interval.ts';

export type PageEnds = { entryPages: Share[]; exitPages: Share[] };

const maxShares = 8;

/** Returns the pages on which most visits began and ended. */
export async function getPageEnds(ctx: Context, interval: Interval): Promise<PageEnds> {
  const by = async (pageId: RawBuilder<unknown>) => {
    const { rows } = await sql<Share>`
      select g.path as name, sum(n.visits)::int as visits, count(distinct n.company_id)::int as companies
      from (
        select ${pageId} as page_id, v.company_id, count(*) as visits from visits v where ${visitsWithin(interval)} group by 1, 2) n
      join pages g on g.account_id = ${interval.accountId} and g.id = n.page_id
      group by 1 order by 2 desc, 1 limit ${maxShares}`.execute(ctx.db);
    return rows;
  };
  const [entryPages, exitPages] = await Promise.all([by(sql`v.landing_page_id`), by(sql`v.page_ids[cardinality(v.page_ids)]`)]);
  return { entryPages, exitPages };
}
