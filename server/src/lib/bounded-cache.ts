import { BoundedMap } from './bounded-map.ts';

/** Longer keys are rare and would let one sender fill the memory, so they are not cached. */
const maxKeyLength = 2048;

/** Memoizes a pure function of a string, with bounded memory. */
export function boundedCache<Value>(compute: (key: string) => Value, entriesPerGeneration: number): (key: string) => Value {
  const cache = new BoundedMap<string, Value>(entriesPerGeneration);
  return (key) => {
    const cached = cache.get(key);
    if (cached !== undefined) return cached;
    const value = compute(key);
    if (key.length <= maxKeyLength) cache.set(key, value);
    return value;
  };
}
