/** Longer keys are rare and would let one sender fill the memory, so they are computed each time instead. */
const longestKeptKey = 2048;

/**
 * Wraps a pure function of one string so that repeated strings are computed once, and memory stays bounded whatever is sent.
 * Two generations: when the young one is full it becomes the old one and the former old one is forgotten, so that what is
 * asked for again and again survives without the bookkeeping of a list ordered by use.
 */
export function boundedCache<Value>(compute: (key: string) => Value, entriesPerGeneration: number): (key: string) => Value {
  let young = new Map<string, Value>();
  let old = new Map<string, Value>();

  return (key) => {
    const known = young.get(key);
    if (known !== undefined) return known;
    const remembered = old.get(key);
    const value = remembered === undefined ? compute(key) : remembered;
    if (key.length > longestKeptKey) return value;
    if (young.size >= entriesPerGeneration) {
      old = young;
      young = new Map();
    }
    young.set(key, value);
    return value;
  };
}
