import type { Database } from '../../db/connect.ts';

const rememberedMs = 60_000;
const mostRemembered = 200_000;
const mostDictionaries = 20_000;

/**
 * Rows of the dictionaries that this process has seen committed a moment ago, so that it need not write them with every batch
 * again. Forgotten soon, because rows that nothing refers to any more may be removed.
 */
export class KnownRows {
  readonly #dictionaries = new Map<string, KnownIds>();
  #count = 0;

  /** Those of one dictionary of one account. */
  of(dictionary: string): KnownIds {
    const known = this.#dictionaries.get(dictionary);
    if (known) return known;
    const ids = new KnownIds((added) => this.#grow(added));
    this.#dictionaries.set(dictionary, ids);
    return ids;
  }

  #grow(added: number) {
    this.#count += added;
    if (this.#count <= mostRemembered && this.#dictionaries.size <= mostDictionaries) return;
    this.#dictionaries.clear();
    this.#count = 0;
  }
}

class KnownIds {
  readonly #untilMs = new Map<string, number>();
  readonly #grow: (added: number) => void;

  constructor(grow: (added: number) => void) {
    this.#grow = grow;
  }

  has(id: string): boolean {
    return (this.#untilMs.get(id) ?? 0) > Date.now();
  }

  add(ids: readonly string[]) {
    const before = this.#untilMs.size;
    const untilMs = Date.now() + rememberedMs;
    for (const id of ids) this.#untilMs.set(id, untilMs);
    this.#grow(this.#untilMs.size - before);
  }
}

const byDatabase = new WeakMap<Database, KnownRows>();

export function knownRowsOf(db: Database): KnownRows {
  const known = byDatabase.get(db) ?? new KnownRows();
  byDatabase.set(db, known);
  return known;
}
