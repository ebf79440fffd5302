import { required } from '../../server/src/lib/required.ts';

/** Lists the hours in which a time zone changed its clocks, each as the time at which the hour starts. */
export function clockChanges(zone: string, firstYear: number, lastYear: number): number[] {
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' });
  const offsetAt = (timeMs: number) => required(format.formatToParts(timeMs).find(({ type }) => type === 'timeZoneName')).value;
  const changes: number[] = [];
  for (let timeMs = Date.UTC(firstYear, 0, 1); timeMs < Date.UTC(lastYear + 1, 0, 1); timeMs += 86_400_000) {
    if (offsetAt(timeMs) === offsetAt(timeMs + 86_400_000)) continue;
    for (let hour = 0; hour < 24; hour++) {
      if (offsetAt(timeMs + hour * 3_600_000) !== offsetAt(timeMs + (hour + 1) * 3_600_000)) changes.push(timeMs + hour * 3_600_000);
    }
  }
  return changes;
}
