/** Returns a value that must not be null or undefined at this point. */
export function required<Value>(value: Value, name = 'value'): NonNullable<Value> {
  if (value === null || value === undefined) throw new TypeError(`The ${name} is missing.`);
  return value;
}
