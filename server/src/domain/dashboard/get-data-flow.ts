import { sql } from 'kysely';
import { keysOf } from '../../lib/entries-of.ts';
import { firstOf } from '../../lib/first-of.ts';
import { isOneOf } from '../../lib/is-one-of.ts';
import { daysBetween } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import { dropReasons } from '../events/drop-reasons.ts';
import type { NoCompanyReason } from '../identification/no-company-reason.ts';
import { noCompanyReasons } from '../identification/no-company-reason.ts';
import { boundsOf, type Interval } from './interval.ts';
import { prepareRollupTables } from './rollups.ts';

export type DataFlow = {
  /** Counted from requests, independently of `stored` and `dropped`, so that the counts can be compared. */
  received: number;
  stored: number;
  dropped: { reason: string; meaning: string; events: number }[];
  lastAt: Date | null;
  waiting: { events: number; oldestAt: Date | null };
  /** Days in UTC. */
  days: { day: string; stored: number; dropped: number }[];
  /** Different companies that visited. */
  companies: number;
  /** Visits and identified visits by kind of network. */
  kinds: { kind: string; visits: number; identified: number }[];
  /** The reasons why visits have no company, most frequent first. */
  noCompany: { reason: NoCompanyReason; visits: number }[];
};

/**
 * Accounts for every received event: each one is stored, counted under a drop reason, or still waiting. Events are counted by the UTC day of
 * their receipt, so these are the events of all UTC days that the interval touches.
 */
export async function getDataFlow(ctx: Context, interval: Interval): Promise<DataFlow> {
  const { accountId } = interval;
  const { fromAt, toAt } = boundsOf(interval);
  const from = utcDayOf(fromAt.getTime());
  const to = utcDayOf(toAt.getTime() - 1);
  const rollups = await prepareRollupTables(ctx, interval);
  const [counts, receipts, waiting, networks, companies] = await Promise.all([
    sql<{ day: string; outcome: string; events: number; last_at: Date }>`
      select day, outcome, sum(events)::int as events, max(last_at) as last_at from event_outcomes
      where account_id = ${accountId} and day between ${from}::date and ${to}::date group by day, outcome order by day`.execute(ctx.db),
    sql<{ events: number }>`
      select coalesce(sum(events), 0)::int as events from event_receipts
      where account_id = ${accountId} and day between ${from}::date and ${to}::date`.execute(ctx.db),
    sql<{ events: number; oldest: Date | null }>`
      select coalesce(sum(events), 0)::int as events, min(received_at) as oldest from (
        select events, received_at from inbox where account_id = ${accountId} limit 10000) waiting`.execute(ctx.db),
    sql<{ name: string; visits: number }>`select name, visits from ${rollups('network')} as s`.execute(ctx.db),
    sql<{ companies: number }>`select companies from ${rollups('all')} as s`.execute(ctx.db),
  ]);
  const kinds = networks.rows.map(({ name, visits }) => {
    const [kind = '', reason] = name.split(' ');
    return { kind, reason: isOneOf(noCompanyReasons, reason) ? reason : null, visits };
  });
  const sum = (isCounted: (outcome: string) => boolean) =>
    counts.rows.filter(({ outcome }) => isCounted(outcome)).reduce((total, { events }) => total + events, 0);
  return {
    received: firstOf(receipts.rows).events,
    stored: sum((outcome) => outcome === 'stored'),
    dropped: keysOf(dropReasons)
      .filter((reason) => reason !== 'account_gone')
      .map((reason) => ({ reason, meaning: dropReasons[reason], events: sum((outcome) => outcome === reason) }))
      .sort((a, b) => b.events - a.events),
    lastAt: counts.rows.reduce<Date | null>((latest, { last_at }) => (latest === null || last_at > latest ? last_at : latest), null),
    waiting: { events: firstOf(waiting.rows).events, oldestAt: firstOf(waiting.rows).oldest },
    days: daysBetween(from, to).map((day) => {
      const countsOfDay = counts.rows.filter((row) => row.day === day);
      const stored = countsOfDay.find(({ outcome }) => outcome === 'stored')?.events ?? 0;
      return { day, stored, dropped: countsOfDay.reduce((total, { events }) => total + events, 0) - stored };
    }),
    companies: companies.rows[0]?.companies ?? 0,
    kinds: [...Map.groupBy(kinds, ({ kind }) => kind)]
      .map(([kind, rows]) => ({
        kind,
        visits: sumOfVisits(rows),
        identified: sumOfVisits(rows.filter(({ reason }) => reason === null)),
      }))
      .sort((a, b) => b.visits - a.visits),
    noCompany: [...Map.groupBy(kinds, ({ reason }) => reason)]
      .flatMap(([reason, rows]) => (reason === null ? [] : { reason, visits: sumOfVisits(rows) }))
      .sort((a, b) => b.visits - a.visits),
  };
}

function sumOfVisits(rows: readonly { visits: number }[]): number {
  return rows.reduce((sum, { visits }) => sum + visits, 0);
}

function utcDayOf(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}
