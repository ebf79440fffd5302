/** Before anybody could track a visit, and long after now: days that leave out nothing, and that every calendar can count with. */
const firstDay = '1990-01-01';
const lastDay = '2199-12-31';

/** The days that are meant: all of them where none is given, and none that no visit can have. */
export function trackedDays(startDate: string | null, endDate: string | null): { startDate: string; endDate: string } {
  const bounded = (day: string) => (day < firstDay ? firstDay : day > lastDay ? lastDay : day);
  return { startDate: bounded(startDate ?? firstDay), endDate: bounded(endDate ?? lastDay) };
}
