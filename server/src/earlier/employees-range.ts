/** Returns the bounds of an employee range. An open range such as "10.000+" means more than ten thousand, so it starts at 10001. */
export function employeesRange(range: string | null): { min: number | null; max: number | null } {
  if (range === null) return { min: null, max: null };
  const digits = range.replaceAll('.', '');
  if (digits.endsWith('+')) return { min: Number(digits.slice(0, -1)) + 1, max: null };
  const bounds = /^(\d+)-(\d+)$/.exec(digits);
  return bounds ? { min: Number(bounds[1]), max: Number(bounds[2]) } : { min: null, max: null };
}
