import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';

/** What open pages can show: visits and what is derived from them, or all received events, including those that were dropped. */
export const changeKinds = ['visits', 'events'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/** A value per kind, which changes whenever the pipeline has stored or dropped events of an account, or new events are waiting. */
export type ChangeMarks = Record<ChangeKind, string>;

export async function readChangeMarks(ctx: Context, accountId: string): Promise<ChangeMarks> {
  const since = new Date(ctx.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
  const { rows } = await sql<{ stored: string; handled: string; last_at: Date | null; waits: boolean }>`
    select coalesce(sum(events) filter (where outcome = 'stored'), 0)::text as stored, coalesce(sum(events), 0)::text as handled,
      max(last_at) as last_at, exists (select 1 from inbox where account_id = ${accountId}) as waits
    from event_outcomes where account_id = ${accountId} and day >= ${since}::date`.execute(ctx.db);
  const { stored, handled, last_at, waits } = firstOf(rows);
  return { visits: stored, events: `${handled}-${last_at?.getTime() ?? 0}-${waits ? 'waiting' : 'idle'}` };
}
