import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { plainArray } from '../../lib/array-literal.ts';
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
    const counts = [...this.#outcomes].flatMap(([day, ofDay]) => [...ofDay].map(([outcome, events]) => ({ day, outcome, events })));
    await prepared(
      'count_events',
      sql`
    select count_events(${accountId}::bigint, ${lane}::smallint, ${plainArray(receipts.map(([day]) => day))}::date[],
      ${plainArray(receipts.map(([, events]) => events))}::bigint[], ${plainArray(counts.map(({ day }) => day))}::date[],
      ${plainArray(counts.map(({ outcome }) => outcome))}::text[], ${plainArray(counts.map(({ events }) => events))}::bigint[], ${ctx.clock.now()}::timestamptz)`,
    ).execute(trx);
  }
}
