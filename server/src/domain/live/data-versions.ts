import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';

/** Kinds of data that open pages show: visits with data derived from them, or all received events, including dropped ones. */
export const changeKinds = ['visits', 'events'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * For each kind, a value that changes with the data of an account, and the time of the last change. Visits change when events are stored
 * or past visits are re-evaluated; events change when they are stored or dropped, or when new ones are waiting.
 */
export type DataVersions = Record<ChangeKind, { value: string; changedAt: Date | null }>;

type Row = {
  stored: string;
  stored_at: Date | null;
  handled: string;
  handled_at: Date | null;
  waits: boolean;
  reattributed: string;
  reattributed_at: Date | null;
};

/** Number of the latest reattributions that are checked for changes. Few run at a time. */
const watchedReattributions = 10;

export async function readDataVersions(ctx: Context, accountId: string): Promise<DataVersions> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - dayMs).toISOString().slice(0, 10);
  const { rows } = await sql<Row>`
    select events.*, past.*, exists (select 1 from inbox where account_id = ${accountId}) as waits
    from (
      select coalesce(sum(events) filter (where outcome = 'stored'), 0)::text as stored,
        max(last_at) filter (where outcome = 'stored') as stored_at, coalesce(sum(events), 0)::text as handled, max(last_at) as handled_at
      from event_outcomes where account_id = ${accountId} and day >= ${since}::date) as events,
    (
      select coalesce(sum(visits_changed), 0)::text as reattributed, max(completed_at) as reattributed_at
      from (
        select visits_changed, completed_at from reattributions where account_id = ${accountId}
        order by id desc limit ${watchedReattributions}) as latest) as past`.execute(ctx.db);
  const { stored, stored_at, handled, handled_at, waits, reattributed, reattributed_at } = firstOf(rows);
  return {
    visits: {
      value: `${stored}-${reattributed}-${reattributed_at?.getTime() ?? 0}`,
      changedAt: latest(stored_at, reattributed_at),
    },
    events: {
      value: `${handled}-${handled_at?.getTime() ?? 0}-${waits ? 'waiting' : 'idle'}`,
      changedAt: waits ? now : handled_at,
    },
  };
}

function latest(one: Date | null, other: Date | null): Date | null {
  if (one === null || other === null) return one ?? other;
  return one > other ? one : other;
}
