import { type RawBuilder, sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import type { Context } from '../context.ts';

const recentDays = 90;
/** Maximum number of visits or leads that are read, to bound the cost on large accounts. */
export const maxVisits = 20_000;

export function recentSince(ctx: Context): Date {
  return new Date(ctx.clock.now().getTime() - recentDays * dayMs);
}

/** SQL: the pages `p` of the newest visits; `n` is the number of visits. */
export function recentPages(accountId: string, since: Date): RawBuilder<unknown> {
  return sql`from (
    select page_id, count(*) as n from (
      select page_ids from visits where account_id = ${accountId} and started_at >= ${since} and page_depth > 0
      order by started_at desc limit ${maxVisits}) as v, unnest(v.page_ids) as seen (page_id)
    group by 1) seen join pages p on p.account_id = ${accountId} and p.id = seen.page_id`;
}
