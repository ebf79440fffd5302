import type { Database } from '../../db/connect.ts';

const rememberedMs = 60_000;
const mostRemembered = 200_000;

/**
 * Rows of the dictionaries that this process has seen committed a moment ago, so that it need not write them with every batch
 * again. Forgotten soon, because rows that nothing refers to any more may be removed.
 */
export class KnownRows {
  readonly #untilMs = new Map<string, number>();

  has(key: string): boolean {
    return (this.#untilMs.get(key) ?? 0) > Date.now();
  }

  add(keys: Iterable<string>) {
    if (this.#untilMs.size > mostRemembered) this.#untilMs.clear();
    const untilMs = Date.now() + rememberedMs;
    for (const key of keys) this.#untilMs.set(key, untilMs);
  }
}

const byDatabase = new WeakMap<Database, KnownRows>();

export function knownRowsOf(db: Database): KnownRows {
  const known = byDatabase.get(db) ?? new KnownRows();
  byDatabase.set(db, known);
  return known;
}
