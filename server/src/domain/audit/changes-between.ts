/** Returns the fields that differ, with old and new values. */
export function changesBetween(before: object, after: object): Record<string, { from: unknown; to: unknown }> {
  const old: Record<string, unknown> = { ...before };
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]))
      .map(([name, value]) => [name, { from: old[name] ?? null, to: value ?? null }]),
  );
}
