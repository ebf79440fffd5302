import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { firstOf } from '../server/src/lib/first-of.ts';

/** Reads the database and the memory of the service from outside. */
export class IngestProbe {
  readonly #pool: pg.Pool;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  waitingEvents(): Promise<number> {
    return this.#number('select coalesce(sum(events), 0) as number from inbox');
  }

  storedEvents(): Promise<number> {
    return this.#number("select coalesce(sum(events), 0) as number from event_outcomes where outcome = 'stored'");
  }

  /** Age of the oldest unprocessed request. */
  lagSeconds(): Promise<number> {
    return this.#number('select coalesce(extract(epoch from clock_timestamp() - min(received_at)), 0) as number from inbox');
  }

  async emptyEventQueue(): Promise<void> {
    await this.#pool.query('truncate inbox');
  }

  async waitUntilEmpty(): Promise<void> {
    while ((await this.waitingEvents()) > 0) await pause(100);
  }

  /** Waits until the names of the seed's companies are indexed, which a new installation does in the background. */
  async waitUntilNamesAreIndexed(): Promise<void> {
    const unindexed =
      'select count(*) as number from companies where not names_indexed and owner_account_id is null and merged_into is null';
    while ((await this.#number(unindexed)) > 0) await pause(500);
  }

  /** Samples the memory of a process and its Node children. `stop` returns the growth from the second fifth of the samples to the last. */
  watchMemory(pid: number): { stop(): { share: number; text: string } } {
    const samples: number[] = [];
    const timer = setInterval(() => samples.push(residentMegabytes(pid)), 500);
    return {
      stop() {
        clearInterval(timer);
        const part = Math.max(1, Math.floor(samples.length / 5));
        const early = mean(samples.slice(part, 2 * part));
        const late = mean(samples.slice(-part));
        return { share: late / early - 1, text: `${Math.round(early)} MB early, ${Math.round(late)} MB at the end of the run` };
      },
    };
  }

  async #number(query: string): Promise<number> {
    const { rows } = await this.#pool.query<{ number: string }>(query);
    return Number(firstOf(rows).number);
  }
}

function residentMegabytes(pid: number): number {
  let total = 0;
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const status = readFileSync(`/proc/${entry}/status`, 'utf8');
      const isOfService = Number(entry) === pid || Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === pid;
      if (isOfService && /^Name:\s+(node|MainThread)/m.test(status)) total += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
    } catch {
      // The process ended while the list was read.
    }
  }
  return total;
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
