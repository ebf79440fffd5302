import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** The progress of a rebuild of daily rollups. */
export type DayRebuild = { accountId: string; companiesDone: number; companies: number };

export async function listDayRebuilds(ctx: Context, accountIds: readonly string[]): Promise<DayRebuild[]> {
  const rebuilds: DayRebuild[] = [];
  for (const accountId of accountIds) {
    const { rows } = await sql<DayRebuild>`
      select r.account_id as "accountId", r.companies_done as "companiesDone",
        (select count(*)::int from leads l where l.account_id = ${accountId}) as companies
      from day_rebuilds r where r.account_id = ${accountId}`.execute(ctx.db);
    rebuilds.push(...rows);
  }
  return rebuilds;
}
