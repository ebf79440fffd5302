import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { isKeyOf } from '../../lib/is-key-of.ts';
import type { Context } from '../context.ts';
import { type DropReason, dropReasons } from '../events/drop-reasons.ts';

/** Events of an account by day (UTC). `received` is always stored + dropped + waiting. */
export type LedgerDay = {
  accountId: string;
  day: string;
  received: number;
  stored: number;
  /** Only reasons that occurred. */
  dropped: Partial<Record<DropReason, number>>;
  waiting: number;
};

export type EventLedger = {
  days: LedgerDay[];
  /** Age of the oldest waiting request; 0 if none is waiting. */
  lagSeconds: number;
  /** Failed requests, which are stored for a limited time. */
  deadLetters: { accountId: string; requests: number; events: number; lastFailedAt: Date; lastError: string }[];
};

/** Returns the events since a day, of one account or all. Receipts are counted independently of outcomes, so the sum can be verified. */
export async function getEventLedger(ctx: Context, { accountId, since }: { accountId?: string; since: string }): Promise<EventLedger> {
  const only = accountId === undefined ? sql`true` : sql`account_id = ${accountId}`;
  const { rows } = await sql<{ account_id: string; day: string; kind: 'receipt' | 'outcome' | 'waiting'; outcome: string; events: string }>`
    select account_id, day, 'receipt' as kind, '' as outcome, sum(events) as events from event_receipts
    where ${only} and day >= ${since}::date group by account_id, day
    union all
    select account_id, day, 'outcome', outcome, sum(events) from event_outcomes
    where ${only} and day >= ${since}::date group by account_id, day, outcome
    union all
    select account_id, (received_at at time zone 'UTC')::date, 'waiting', '', sum(events) from inbox
    where ${only} group by account_id, (received_at at time zone 'UTC')::date
    order by account_id, day`.execute(ctx.db);
  const days = new Map<string, LedgerDay>();
  for (const { account_id, day, kind, outcome, events } of rows) {
    const key = `${account_id} ${day}`;
    const ledgerDay = days.get(key) ?? { accountId: account_id, day, received: 0, stored: 0, dropped: {}, waiting: 0 };
    days.set(key, ledgerDay);
    const count = Number(events);
    if (kind !== 'outcome') ledgerDay.received += count;
    if (kind === 'waiting') ledgerDay.waiting = count;
    if (outcome === 'stored') ledgerDay.stored = count;
    else if (isKeyOf(dropReasons, outcome) && count > 0) ledgerDay.dropped[outcome] = count;
  }
  return { days: [...days.values()], lagSeconds: await measureLag(ctx, only), deadLetters: await countDeadLetters(ctx, only) };
}

async function measureLag(ctx: Context, only: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ oldest: Date | null }>`select min(received_at) as oldest from inbox where ${only}`.execute(ctx.db);
  const oldest = firstOf(rows).oldest;
  return oldest === null ? 0 : Math.max(0, (ctx.clock.now().getTime() - oldest.getTime()) / 1000);
}

async function countDeadLetters(ctx: Context, only: ReturnType<typeof sql>): Promise<EventLedger['deadLetters']> {
  const { rows } = await sql<{ account_id: string; requests: string; events: string; failed_at: Date; error: string }>`
    select account_id, count(*) as requests, sum(events) as events, max(failed_at) as failed_at, (array_agg(error order by failed_at desc))[1] as error
    from dead_letters where ${only} group by account_id order by account_id`.execute(ctx.db);
  return rows.map(({ account_id, requests, events, failed_at, error }) => ({
    accountId: account_id,
    requests: Number(requests),
    events: Number(events),
    lastFailedAt: failed_at,
    lastError: firstOf(error.split('\n')),
  }));
}
