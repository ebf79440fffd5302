import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** The progress of a rebuild of daily rollups. */
export type DayRebuild = { accountId: string; companiesDone: number; companies: number };

/** Lists the rebuilds of all accounts, or that of one. */
export async function listDayRebuilds(ctx: Context, accountId?: string): Promise<DayRebuild[]> {
  const { rows } = await sql<DayRebuild>`
    select r.account_id as "accountId", r.companies_done as "companiesDone",
      (select count(*)::int from leads l where l.account_id = r.account_id) as companies
    from day_rebuilds r where ${accountId === undefined ? sql`true` : sql`r.account_id = ${accountId}`} order by r.account_id`.execute(
    ctx.db,
  );
  return rows;
}
