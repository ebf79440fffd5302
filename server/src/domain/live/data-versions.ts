import { sql } from 'kysely';
import { dayMs } from '../../lib/day-ms.ts';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { currentGeneration } from '../rollup-generation.ts';

/**
 * Kinds of data that open pages show: `visits` with everything derived from them; `leads`, which change with visits of companies; the
 * `counts` of feeds; `changes` by users; and all received `events`, including dropped ones.
 */
export const changeKinds = ['visits', 'leads', 'counts', 'changes', 'events'] as const;
export type ChangeKind = (typeof changeKinds)[number];

/**
 * For each kind, a value that changes with the data of an account, and the time of the last change. Visits change when events are stored,
 * past visits are re-evaluated, or their rollups have been rebuilt. So do leads, unless their rollups are stored: then leads change when
 * the rollups are updated. Events change when they are stored or dropped, or when new ones are waiting.
 */
export type DataVersions = Record<ChangeKind, { value: string; changedAt: Date | null }>;

type Row = {
  stored: string;
  stored_at: Date | null;
  handled: string;
  handled_at: Date | null;
  waits: boolean;
  generation: number;
  reattributed: string;
  reattributed_at: Date | null;
  windows: string | null;
  applied_at: Date | null;
  counts: string | null;
  counted_at: Date | null;
  mark: string | null;
  changed_at: Date | null;
};

/** Number of the latest reattributions that are checked for changes. Few run at a time. */
const watchedReattributions = 10;

export async function readDataVersions(ctx: Context, accountId: string): Promise<DataVersions> {
  const now = ctx.clock.now();
  const since = new Date(now.getTime() - dayMs).toISOString().slice(0, 10);
  const { rows } = await sql<Row>`
    select events.*, past.*, windows.*, exists (select 1 from inbox where account_id = ${accountId}) as waits,
      ${currentGeneration(accountId)} as generation, f.counts, f.counted_at, c.mark, c.changed_at
    from (
      select coalesce(sum(events) filter (where outcome = 'stored'), 0)::text as stored,
        max(last_at) filter (where outcome = 'stored') as stored_at, coalesce(sum(events), 0)::text as handled, max(last_at) as handled_at
      from event_outcomes where account_id = ${accountId} and day >= ${since}::date) as events
    cross join (
      select coalesce(sum(visits_changed), 0)::text as reattributed, max(completed_at) as reattributed_at
      from (
        select visits_changed, completed_at from reattributions where account_id = ${accountId}
        order by id desc limit ${watchedReattributions}) as latest) as past
    cross join (
      select string_agg(id || ':' || applied, ' ' order by id) as windows, max(applied_at) as applied_at
      from lead_windows where account_id = ${accountId} and built_at is not null) as windows
    left join (
      select md5(counts::text) as counts, counted_at from feed_counts where account_id = ${accountId}) as f on true
    left join (
      select mark, changed_at from account_changes where account_id = ${accountId}) as c on true`.execute(ctx.db);
  const row = firstOf(rows);
  const { stored, handled, handled_at, waits, generation, reattributed, reattributed_at } = row;
  const visits = {
    value: `${stored}-${reattributed}-${reattributed_at?.getTime() ?? 0}-${generation}`,
    changedAt: latest(row.stored_at, reattributed_at),
  };
  return {
    visits,
    leads: row.windows === null ? visits : { value: row.windows, changedAt: latest(row.applied_at, visits.changedAt) },
    counts: { value: row.counts ?? '', changedAt: row.counted_at },
    changes: { value: row.mark ?? '', changedAt: row.changed_at },
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
