export function isOneOf<Value>(values: readonly Value[], given: unknown): given is Value {
  const known: readonly unknown[] = values;
  return known.includes(given);
}
