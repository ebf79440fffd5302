import { isoDays } from '../lib/formatters.ts';

export const presets = [
  { id: 'today', text: 'common.today', days: 1 },
  { id: '7d', text: 'common.last7Days', days: 7 },
  { id: '30d', text: 'common.last30Days', days: 30 },
  { id: '90d', text: 'common.last90Days', days: 90 },
  { id: '365d', text: 'common.last12Months', days: 365 },
] as const;

export type Interval = { from: string; to: string; preset: (typeof presets)[number]['id'] | null };

/** The longest interval, in days, that the server accepts for charts and totals (`domain/dashboard/interval.ts`). */
export const maxChartDays = 1100;

/** The interval as URL parameters. */
export function intervalParams({ from, to, preset }: Interval): string {
  return String(new URLSearchParams(preset ? { range: preset } : { from, to }));
}

/** The current day in a time zone: that of the account, regardless of where the reader is. */
export function todayIn(timezone: string): string {
  return isoDays(timezone).format(new Date());
}

/** The current offset of a time zone from UTC. */
export function utcOffsetMs(timezone: string): number {
  const nowMs = Math.floor(Date.now() / 1000) * 1000;
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' }).format(nowMs);
  return Date.parse(`${local.replace(' ', 'T')}Z`) - nowMs;
}

/** Whether the URL contains invalid days or an unknown range, so that the default is shown instead. */
export function isIntervalInvalid(params: URLSearchParams): boolean {
  const [range, from, to] = [params.get('range'), params.get('from'), params.get('to')];
  if (from !== null || to !== null) return !(from && to && isDay(from) && isDay(to) && from <= to);
  return range !== null && !presets.some(({ id }) => id === range);
}

/** The interval in the URL, or the last 30 days. `today` is in the account's time zone. */
export function intervalOf(params: URLSearchParams, today: string): Interval {
  const from = params.get('from');
  const to = params.get('to');
  if (from && to && isDay(from) && isDay(to) && from <= to) return { from, to, preset: null };
  const preset = presets.find(({ id }) => id === params.get('range')) ?? presets[2];
  return { from: addDays(today, 1 - preset.days), to: today, preset: preset.id };
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Whether a string such as `2026-02-28` is an existing day. */
export function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().slice(0, 10) === text;
}
