const lifetimeMs = 60_000;
const maxRows = 200_000;
const maxDictionaries = 20_000;

/**
 * Caches the ids of recently committed dictionary rows, which need not be written again. Entries expire after a minute, so that a row that
 * was deleted is written again.
 */
export class RowIdCache {
  readonly #dictionaries = new Map<string, KnownIds>();
  #count = 0;

  /** Returns the known ids of one dictionary of one account. */
  of(dictionary: string): KnownIds {
    const known = this.#dictionaries.get(dictionary);
    if (known) return known;
    const ids = new KnownIds((added) => this.#grow(added));
    this.#dictionaries.set(dictionary, ids);
    return ids;
  }

  #grow(added: number) {
    this.#count += added;
    if (this.#count <= maxRows && this.#dictionaries.size <= maxDictionaries) return;
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
    const untilMs = Date.now() + lifetimeMs;
    for (const id of ids) this.#untilMs.set(id, untilMs);
    this.#grow(this.#untilMs.size - before);
  }
}
