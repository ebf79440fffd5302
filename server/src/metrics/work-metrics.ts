import { Counter, type Registry } from 'prom-client';
import { dropReasons } from '../domain/events/drop-reasons.ts';
import { publicKinds } from '../domain/identification/network-kind.ts';
import { WorkCounts, type WorkLabels } from '../domain/work-counts.ts';
import { keysOf } from '../lib/entries-of.ts';

/** The labels of a counter in the order of their values, each with all of its values. */
type LabelsOf<Labels extends string[]> = { [At in keyof Labels]: [name: string, values: readonly Labels[At][]] };
type Definition<Name extends keyof WorkLabels> = { name: string; help: string; labels: LabelsOf<WorkLabels[Name]> };

const definitions: { [Name in keyof WorkLabels]: Definition<Name> } = {
  events_received: {
    name: 'leadlight_events_received_total',
    help: 'Events that were accepted and committed to the event queue.',
    labels: [],
  },
  events_stored: { name: 'leadlight_events_stored_total', help: 'Events that the pipeline stored.', labels: [] },
  events_dropped: {
    name: 'leadlight_events_dropped_total',
    help: 'Events that the pipeline dropped, by reason.',
    labels: [['reason', keysOf(dropReasons).filter((reason) => reason !== 'failed')]],
  },
  events_failed: {
    name: 'leadlight_events_failed_total',
    help: 'Events that could not be handled because of a fault and became dead letters.',
    labels: [],
  },
  inbox_handled: { name: 'leadlight_inbox_handled_total', help: 'Requests of the event queue that the pipeline handled.', labels: [] },
  verdicts: {
    name: 'leadlight_verdicts_total',
    help: 'Identification verdicts, by kind of network and whether a company was identified.',
    labels: [
      ['kind', publicKinds],
      ['identified', ['true', 'false']],
    ],
  },
  deliveries: {
    name: 'leadlight_deliveries_total',
    help: 'Attempts to deliver alerts, by channel and outcome.',
    labels: [
      ['channel', ['email', 'webhook']],
      ['outcome', ['sent', 'failed', 'dropped']],
    ],
  },
};

/** Work counters of this process. They include the counts of its threads, so they do not decrease when a thread is replaced. */
export class WorkMetrics {
  readonly counts = new WorkCounts();
  readonly #counters: Record<keyof WorkLabels, Counter>;

  constructor(registry: Registry) {
    const flushCounts = () => this.#flushCounts();
    const counters = Object.entries(definitions).map(([key, { name, help, labels }]) => {
      const labelNames = labels.map(([labelName]) => labelName);
      const counter = new Counter({ name, help, labelNames, registers: [registry], collect: flushCounts });
      // Prometheus does not see the increase of a series that begins above zero, so an alert would miss the first burst.
      for (const values of combinationsOf(labels.map(([, labelValues]) => labelValues))) counter.labels(...values).inc(0);
      return [key, counter];
    });
    this.#counters = Object.fromEntries(counters);
  }

  #flushCounts(): void {
    for (const { name, labels, count } of this.counts.take()) this.#counters[name].labels(...labels).inc(count);
  }
}

function combinationsOf(lists: (readonly string[])[]): string[][] {
  return lists.reduce<string[][]>((combinations, list) => combinations.flatMap((values) => list.map((value) => [...values, value])), [[]]);
}
