/** Range of days that contains every possible visit and that PostgreSQL can represent. */
const firstDay = '1990-01-01';
const lastDay = '2199-12-31';

/** Clamps an interval to the range of possible visits; null means unbounded. */
export function trackedDays(startDate: string | null, endDate: string | null): { startDate: string; endDate: string } {
  const bounded = (day: string) => (day < firstDay ? firstDay : day > lastDay ? lastDay : day);
  return { startDate: bounded(startDate ?? firstDay), endDate: bounded(endDate ?? lastDay) };
}
