import { type RawBuilder, sql } from 'kysely';
import { longJobsQueue } from '../account-queues.ts';
import type { Context } from '../context.ts';
import { hasManyVisits } from '../feeds/has-many-visits.ts';

export const buildLeadWindowJobName = 'build-lead-window';

type Days = { from: string; to: string };

/** An interval with stored rollups of all leads. */
export type LeadWindow = Days & { accountId: string; id: string };

/** A window with the number of its leads, including hidden ones. */
export type CountedLeadWindow = LeadWindow & { leads: number };

/** Precision of the last-used time; writing it on every read would be too expensive. */
const usedEveryMs = 10 * 60_000;

/**
 * Returns the stored rollups of an interval and records that they are in use. Returns null if there are none: the caller must then sum the
 * interval itself, and if the interval has many visits, a job builds its rollups.
 */
export async function findLeadWindow(ctx: Context, accountId: string, { from, to }: Days): Promise<CountedLeadWindow | null> {
  const now = ctx.clock.now();
  const { rows } = await sql<{ id: string; used_at: Date; built_at: Date | null; leads: number }>`
    select id, used_at, built_at, leads from lead_windows
    where account_id = ${accountId} and first_day = ${from}::date and last_day = ${to}::date`.execute(ctx.db);
  const [window] = rows;
  if (window) {
    if (now.getTime() - window.used_at.getTime() > usedEveryMs)
      await sql`update lead_windows set used_at = ${now} where account_id = ${accountId} and id = ${window.id}`.execute(ctx.db);
    return window.built_at === null ? null : { accountId, from, to, id: window.id, leads: window.leads };
  }
  if (await hasManyVisits(ctx, accountId, { from, to })) await enqueueLeadWindow(ctx, { accountId, from, to, usedAt: now });
  return null;
}

/**
 * The ids of hidden companies, as an SQL array. The rollups do not contain whether a lead is hidden, so that hiding takes effect
 * immediately. Few leads are hidden.
 */
export function hiddenCompanyIds(accountId: string): RawBuilder<string[]> {
  return sql`array(select h.company_id from leads h where h.account_id = ${accountId} and h.hidden)`;
}

export type RequestedWindow = Days & { accountId: string; usedAt: Date };

export function enqueueLeadWindow(ctx: Context, { accountId, from, to, usedAt }: RequestedWindow): Promise<void> {
  return ctx.jobs.add(
    ctx.db,
    buildLeadWindowJobName,
    { accountId, from, to, usedAt: usedAt.toISOString() },
    { key: `lead-window-${accountId}-${from}-${to}`, queue: longJobsQueue(accountId) },
  );
}
