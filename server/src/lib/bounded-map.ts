/**
 * A map of recent entries with two generations: when the young one is full, it replaces the old one, whose entries are evicted.
 * Reading an old entry adds it to the young generation, so entries in use survive without the bookkeeping of an LRU list.
 */
export class BoundedMap<Key, Value> {
  readonly #entriesPerGeneration: number;
  #young = new Map<Key, Value>();
  #old = new Map<Key, Value>();

  constructor(entriesPerGeneration: number) {
    this.#entriesPerGeneration = entriesPerGeneration;
  }

  get(key: Key): Value | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: Key, value: Value) {
    if (this.#young.size >= this.#entriesPerGeneration) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  delete(key: Key) {
    this.#young.delete(key);
    this.#old.delete(key);
  }
}
