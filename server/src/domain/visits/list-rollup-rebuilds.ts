import { sql } from 'kysely';
import { dayOf, daysBetween } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import type { RebuildProgress, RebuildStep } from './rebuild-progress.ts';

/** The progress of a rebuild of rollups: first companies, then the days of the dashboard. */
export type RollupRebuild = {
  accountId: string;
  companiesDone: number;
  companies: number;
  daysDone: number;
  days: number;
  /** Whether the dashboard still shows the previous rollups. */
  isPreviousShown: boolean;
};

const beforeSwitch: ReadonlySet<RebuildStep> = new Set(['clear', 'companies', 'visits']);

/** Lists the rebuilds of all accounts, or that of one. */
export async function listRollupRebuilds(ctx: Pick<Context, 'db'>, accountId?: string): Promise<RollupRebuild[]> {
  const all = ctx.db.selectFrom('day_rebuilds').select('account_id').orderBy('account_id');
  const rows = await (accountId === undefined ? all : all.where('account_id', '=', accountId)).execute();
  const rebuilds = await Promise.all(rows.map((row) => findRollupRebuild(ctx, row.account_id)));
  return rebuilds.filter((rebuild) => rebuild !== null);
}

type Row = Pick<RebuildProgress, 'step' | 'companies_done' | 'companies' | 'counted_until'> & {
  timezone: string;
  first: Date | null;
  last: Date | null;
};

export async function findRollupRebuild(ctx: Pick<Context, 'db'>, accountId: string): Promise<RollupRebuild | null> {
  const { rows } = await sql<Row>`
    select r.step, r.companies_done, r.companies, r.counted_until, a.timezone,
      (select v.started_at from visits v where v.account_id = ${accountId} order by v.started_at limit 1) as first,
      (select v.started_at from visits v where v.account_id = ${accountId} order by v.started_at desc limit 1) as last
    from day_rebuilds r join accounts a on a.id = r.account_id where r.account_id = ${accountId}`.execute(ctx.db);
  const [row] = rows;
  if (!row) return null;
  const { step, first, last, timezone } = row;
  const daysUntil = (end: Date | null) =>
    first === null || end === null ? 0 : daysBetween(dayOf(first.getTime(), timezone), dayOf(end.getTime(), timezone)).length;
  const days = daysUntil(last);
  const isPreviousShown = beforeSwitch.has(step);
  // The day of `counted_until` may be incomplete.
  const daysDone = isPreviousShown ? Math.max(0, daysUntil(row.counted_until) - 1) : days;
  return { accountId, companiesDone: row.companies_done, companies: row.companies, daysDone, days, isPreviousShown };
}
