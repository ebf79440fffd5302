export const presets = [
  { id: 'today', name: 'Today', days: 1 },
  { id: '7d', name: 'Last 7 days', days: 7 },
  { id: '30d', name: 'Last 30 days', days: 30 },
  { id: '90d', name: 'Last 90 days', days: 90 },
  { id: '365d', name: 'Last 12 months', days: 365 },
] as const;

export type Interval = { from: string; to: string; preset: string | null };

/** Days are in the account's timezone, wherever the reader is. */
export function todayIn(timezone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date());
}

export function intervalOf(params: URLSearchParams, timezone: string, fallback = '30d'): Interval {
  const from = params.get('from');
  const to = params.get('to');
  if (from && to && isDay(from) && isDay(to) && from <= to) return { from, to, preset: null };
  const preset = presets.find(({ id }) => id === (params.get('range') ?? fallback)) ?? presets[2];
  const last = todayIn(timezone);
  return { from: addDays(last, 1 - preset.days), to: last, preset: preset.id };
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}
