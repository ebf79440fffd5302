import { Counter, type Registry } from 'prom-client';
import { WorkCounts, type WorkLabels } from '../domain/work-counts.ts';

type NamesOf<Labels extends string[]> = { [At in keyof Labels]: string };
type Definition<Name extends keyof WorkLabels> = { name: string; help: string; labels: NamesOf<WorkLabels[Name]> };

const definitions: { [Name in keyof WorkLabels]: Definition<Name> } = {
  events_received: {
    name: 'leadlight_events_received_total',
    help: 'Events that were accepted and committed to the event queue.',
    labels: [],
  },
  events_stored: { name: 'leadlight_events_stored_total', help: 'Events that the pipeline stored.', labels: [] },
  events_dropped: { name: 'leadlight_events_dropped_total', help: 'Events that the pipeline dropped, by reason.', labels: ['reason'] },
  events_failed: {
    name: 'leadlight_events_failed_total',
    help: 'Events that could not be handled because of a fault and became dead letters.',
    labels: [],
  },
  inbox_handled: { name: 'leadlight_inbox_handled_total', help: 'Requests of the event queue that the pipeline handled.', labels: [] },
  verdicts: {
    name: 'leadlight_verdicts_total',
    help: 'Identification verdicts, by kind of network and whether a company was identified.',
    labels: ['kind', 'identified'],
  },
  deliveries: {
    name: 'leadlight_deliveries_total',
    help: 'Attempts to deliver alerts, by channel and outcome.',
    labels: ['channel', 'outcome'],
  },
};

/** Work counters of this process. They include the counts of its threads, so they do not decrease when a thread is replaced. */
export class WorkMetrics {
  readonly counts = new WorkCounts();
  readonly #counters: Record<keyof WorkLabels, Counter>;

  constructor(registry: Registry) {
    const flushCounts = () => this.#flushCounts();
    const counters = Object.entries(definitions).map(([key, { name, help, labels }]) => [
      key,
      new Counter({ name, help, labelNames: [...labels], registers: [registry], collect: flushCounts }),
    ]);
    this.#counters = Object.fromEntries(counters);
  }

  #flushCounts(): void {
    for (const { name, labels, count } of this.counts.take()) this.#counters[name].labels(...labels).inc(count);
  }
}
