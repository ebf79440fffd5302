export function isOneOf<Value>(values: readonly Value[], value: unknown): value is Value {
  const anyValues: readonly unknown[] = values;
  return anyValues.includes(value);
}
