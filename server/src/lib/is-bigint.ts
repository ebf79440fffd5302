const maxBigint = 2n ** 63n - 1n;

/** Whether a string is a whole number, without a sign, that fits into a `bigint` column. */
export function isBigint(text: string): boolean {
  return /^\d{1,19}$/.test(text) && BigInt(text) <= maxBigint;
}
