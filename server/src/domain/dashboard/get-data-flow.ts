import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { type DropReason, dropReasons } from '../ingestion/drop-reasons.ts';
import { type Interval, visitsWithin } from './interval.ts';

export type DataFlow = {
  received: number;
  stored: number;
  dropped: { reason: string; meaning: string; events: number }[];
  lastAt: Date | null;
  waiting: { requests: number; oldestAt: Date | null };
  days: { day: string; stored: number; dropped: number }[];
  /** By the kind of network that visitors come from: how many visits, and how many of them name a company. */
  kinds: { kind: string; visits: number; identified: number }[];
};

/** What became of everything that was received: nothing is dropped without being counted here. */
export async function getDataFlow(ctx: Context, interval: Interval): Promise<DataFlow> {
  const { accountId, from, to } = interval;
  const [counts, waiting, kinds] = await Promise.all([
    sql<{ day: string; outcome: string; events: number; last_at: Date }>`
      select day, outcome, sum(events)::int as events, max(last_at) as last_at from event_counts
      where account_id = ${accountId} and day between ${from}::date and ${to}::date group by day, outcome order by day`.execute(ctx.db),
    sql<{ requests: number; oldest: Date | null }>`
      select count(*)::int as requests, min(received_at) as oldest from (
        select received_at from inbox where account_id = ${accountId} limit 10000) waiting`.execute(ctx.db),
    sql<{ kind: string; visits: number; identified: number }>`
      select coalesce(x.kind, 'unknown') as kind, count(*)::int as visits, count(v.company_id)::int as identified
      from visits v left join verdicts x on x.account_id = ${accountId} and x.id = v.verdict_id
      where ${visitsWithin(interval)} group by 1 order by 2 desc`.execute(ctx.db),
  ]);
  const sum = (wanted: (outcome: string) => boolean) =>
    counts.rows.filter(({ outcome }) => wanted(outcome)).reduce((total, { events }) => total + events, 0);
  const days = Map.groupBy(counts.rows, ({ day }) => day);
  return {
    received: sum(() => true) + waiting.rows[0]!.requests,
    stored: sum((outcome) => outcome === 'stored'),
    dropped: (Object.keys(dropReasons) as DropReason[]).map((reason) => ({
      reason,
      meaning: dropReasons[reason],
      events: sum((outcome) => outcome === reason),
    })),
    lastAt: counts.rows.reduce<Date | null>((latest, { last_at }) => (latest === null || last_at > latest ? last_at : latest), null),
    waiting: { requests: waiting.rows[0]!.requests, oldestAt: waiting.rows[0]!.oldest },
    days: [...days].map(([day, rows]) => ({
      day,
      stored: rows.reduce((total, { outcome, events }) => total + (outcome === 'stored' ? events : 0), 0),
      dropped: rows.reduce((total, { outcome, events }) => total + (outcome === 'stored' ? 0 : events), 0),
    })),
    kinds: kinds.rows,
  };
}
