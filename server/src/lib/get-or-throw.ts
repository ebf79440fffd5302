/** Returns the value of a key that must exist. */
export function getOrThrow<Key, Value>(map: { has(key: Key): boolean; get(key: Key): Value | undefined }, key: Key): Value {
  if (!map.has(key)) throw new RangeError('The map does not have the key.');
  return map.get(key) as Value;
}
