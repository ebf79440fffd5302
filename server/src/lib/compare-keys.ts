/** Compares keys for a consistent lock order; any order will do. */
export function compareKeys(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
