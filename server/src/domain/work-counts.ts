import type { DropReason } from './events/drop-reasons.ts';
import type { PublicKind } from './identification/network-kind.ts';

/** Counters and the values of their labels. Labels never identify an account. */
export type WorkLabels = {
  events_received: [];
  events_stored: [];
  events_failed: [];
  events_dropped: [reason: Exclude<DropReason, 'failed'>];
  inbox_handled: [];
  verdicts: [kind: PublicKind, identified: 'true' | 'false'];
  deliveries: [channel: 'email' | 'webhook', outcome: 'sent' | 'failed' | 'dropped'];
};

export type WorkCount = { name: keyof WorkLabels; labels: string[]; count: number };

/** Accumulates counts until they are taken. Worker threads send theirs to the main thread as plain data. */
export class WorkCounts {
  #counts = new Map<string, WorkCount>();

  add<Name extends keyof WorkLabels>(name: Name, labels: WorkLabels[Name], count = 1): void {
    this.#add({ name, labels, count });
  }

  addAll(counts: readonly WorkCount[]): void {
    for (const item of counts) this.#add(item);
  }

  /** Returns the counts and resets them. */
  take(): WorkCount[] {
    const taken = [...this.#counts.values()];
    this.#counts = new Map();
    return taken;
  }

  #add({ name, labels, count }: WorkCount): void {
    const key = `${name} ${labels.join(' ')}`;
    const existing = this.#counts.get(key);
    if (existing) existing.count += count;
    else this.#counts.set(key, { name, labels, count });
  }
}
