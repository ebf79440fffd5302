import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';

/** What open pages can show: visits and what is derived from them, or all received events, including those that were dropped. */
export const changeKinds = ['visits', 'events'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * A value per kind, which changes whenever the pipeline has stored or dropped events of an account, or new events are waiting; and when that
 * last happened.
 */
export type ChangeMarks = Record<ChangeKind, { value: string; changedAt: Date | null }>;

export async function readChangeMarks(ctx: Context, accountId: string): Promise<ChangeMarks> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - 86_400_000).toISOString().slice(0, 10);
  const { rows } = await sql<{ stored: string; stored_at: Date | null; handled: string; handled_at: Date | null; waits: boolean }>`
    select coalesce(sum(events) filter (where outcome = 'stored'), 0)::text as stored,
      max(last_at) filter (where outcome = 'stored') as stored_at,
      coalesce(sum(events), 0)::text as handled, max(last_at) as handled_at,
      exists (select 1 from inbox where account_id = ${accountId}) as waits
    from event_outcomes where account_id = ${accountId} and day >= ${since}::date`.execute(ctx.db);
  const { stored, stored_at, handled, handled_at, waits } = firstOf(rows);
  return {
    visits: { value: stored, changedAt: stored_at },
    events: {
      value: `${handled}-${handled_at?.getTime() ?? 0}-${waits ? 'waiting' : 'idle'}`,
      changedAt: waits ? now : handled_at,
    },
  };
}
