import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { prepared } from '../../lib/prepared.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../events/drop-reasons.ts';
import type { Lane } from '../events/lanes.ts';
import type { WorkCounts } from '../work-counts.ts';

/** Counts the outcomes of a batch by day of receipt. */
export class OutcomeTally {
  readonly #received = new Map<string, number>();
  readonly #outcomes = new Map<string, Map<Outcome, number>>();

  receive(day: string, events: number) {
    this.#received.set(day, (this.#received.get(day) ?? 0) + events);
  }

  count(day: string, outcome: Outcome, events = 1) {
    const ofDay = this.#outcomes.get(day) ?? new Map<Outcome, number>();
    ofDay.set(outcome, (ofDay.get(outcome) ?? 0) + events);
    this.#outcomes.set(day, ofDay);
  }

  /** Adds the counts to the metrics, after the commit. */
  addTo(counts: WorkCounts | undefined): void {
    if (!counts) return;
    for (const ofDay of this.#outcomes.values()) {
      for (const [outcome, events] of ofDay) {
        if (outcome === 'stored') counts.add('events_stored', [], events);
        else if (outcome === 'failed') counts.add('events_failed', [], events);
        else counts.add('events_dropped', [outcome], events);
      }
    }
  }

  /** Writes the counts in the transaction of the batch, so they are always consistent. */
  async write(trx: Transaction<DB>, ctx: Context, { accountId, lane }: Lane): Promise<void> {
    const receipts = [...this.#received];
    if (receipts.length === 0) return;
    await prepared(
      'count_receipts',
      sql`
    insert into event_receipts as known (account_id, day, lane, events)
      select ${accountId}::bigint, day, ${lane}::smallint, events
      from unnest(${receipts.map(([day]) => day)}::date[], ${receipts.map(([, events]) => events)}::bigint[]) as batch (day, events)
      on conflict (account_id, day, lane) do update set events = known.events + excluded.events`,
    ).execute(trx);
    const counts = [...this.#outcomes].flatMap(([day, ofDay]) => [...ofDay].map(([outcome, events]) => ({ day, outcome, events })));
    if (counts.length === 0) return;
    await prepared(
      'count_outcomes',
      sql`
    insert into event_outcomes as known (account_id, day, outcome, lane, events, last_at)
      select ${accountId}::bigint, day, outcome, ${lane}::smallint, events, ${ctx.clock.now()}::timestamptz
      from unnest(${counts.map(({ day }) => day)}::date[], ${counts.map(({ outcome }) => outcome)}::text[],
        ${counts.map(({ events }) => events)}::bigint[]) as batch (day, outcome, events)
      on conflict (account_id, day, outcome, lane) do update set events = known.events + excluded.events, last_at = excluded.last_at`,
    ).execute(trx);
  }
}
