/** Removes empty parts of a value: blank text, `[]`, `{}`, `[{}]` and null. Returns undefined if nothing is left. */
export function pruneEmpty<Value>(value: Value): Value | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value.trim() === '' ? undefined : value;
  if (Array.isArray(value)) {
    const parts = value.map(pruneEmpty).filter((part) => part !== undefined);
    return parts.length === 0 ? undefined : (parts as Value);
  }
  if (typeof value !== 'object') return value;
  const parts = Object.entries(value).flatMap(([key, part]) => {
    const pruned = pruneEmpty(part);
    return pruned === undefined ? [] : [[key, pruned] as const];
  });
  return parts.length === 0 ? undefined : (Object.fromEntries(parts) as Value);
}
