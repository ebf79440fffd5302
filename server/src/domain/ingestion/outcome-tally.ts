import { sql, type Transaction } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { DB } from '../../db/schema.ts';
import { plainArray } from '../../lib/array-literal.ts';
import { runCombined } from '../../lib/combined-statements.ts';
import { lastOf } from '../../lib/last-of.ts';
import { prepared } from '../../lib/prepared.ts';
import type { Context } from '../context.ts';
import type { Outcome } from '../events/drop-reasons.ts';
import type { Lane } from '../lanes/lanes.ts';
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

  /** Writes the counts in the transaction of the batch, so that they always match the stored visits. */
  async write(trx: Transaction<DB>, ctx: Context, lane: Lane): Promise<void> {
    const receipts = [...this.#received].map(([day, events]) => ({ ...lane, day, events }));
    if (receipts.length === 0) return;
    const counts = [...this.#outcomes].flatMap(([day, ofDay]) =>
      [...ofDay].map(([outcome, events]) => ({ ...lane, day, outcome, events })),
    );
    await runCombined(trx, countEvents, { receipts, counts, now: ctx.clock.now() });
  }
}

type LaneDay = Lane & { day: string; events: number };
type LaneCounts = { receipts: LaneDay[]; counts: (LaneDay & { outcome: Outcome })[]; now: Date };

async function countEvents(db: Database, lanes: readonly LaneCounts[]): Promise<undefined[]> {
  const receipts = lanes.flatMap((lane) => lane.receipts);
  const counts = lanes.flatMap((lane) => lane.counts);
  const keys = (rows: readonly LaneDay[]) => sql`
      ${plainArray(rows.map(({ accountId }) => accountId))}::bigint[], ${plainArray(rows.map(({ lane }) => lane))}::smallint[],
      ${plainArray(rows.map(({ day }) => day))}::date[]`;
  const events = (rows: readonly LaneDay[]) => sql`${plainArray(rows.map((row) => row.events))}::bigint[]`;
  await prepared(
    'count_events',
    sql`
    select count_events(${keys(receipts)}, ${events(receipts)}, ${keys(counts)}, ${plainArray(counts.map(({ outcome }) => outcome))}::text[],
      ${events(counts)}, ${lastOf(lanes).now}::timestamptz)`,
  ).execute(db);
  return lanes.map(() => undefined);
}
