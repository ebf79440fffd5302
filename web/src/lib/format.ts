const language = navigator.language || 'en';
const numbers = new Intl.NumberFormat(language);
const countryNames = new Intl.DisplayNames([language, 'en'], { type: 'region' });
const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' });
const dayFormat = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short' });
const dayYearFormat = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', year: 'numeric' });
const timeFormat = new Intl.DateTimeFormat(language, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
});

export const formatNumber = (value: number) => numbers.format(value);

/** A range of employees such as the interfaces' "1.001-5.000", in the reader's way of writing numbers. */
export function formatEmployeeRange(range: string): string {
  const written = range.replaceAll('.', '').replace(/\d+/g, (digits) => formatNumber(Number(digits)));
  return written.replace('-', '–');
}

export function formatPercent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${Math.round((part / whole) * 100)} %`;
}

export function countryName(code: string | null): string | null {
  if (!code) return null;
  try {
    return countryNames.of(code) ?? code;
  } catch {
    return code;
  }
}

export function placeName(place: { city: string | null; countryCode: string | null } | null): string | null {
  if (!place) return null;
  return [place.city, place.city ? place.countryCode : countryName(place.countryCode)].filter(Boolean).join(', ') || null;
}

export function ago(time: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(time) - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 60) return 'just now';
  if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  if (size < 7 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
  return formatDay(time);
}

export function formatDay(time: string): string {
  const date = new Date(time.length === 10 ? `${time}T12:00:00` : time);
  return (date.getFullYear() === new Date().getFullYear() ? dayFormat : dayYearFormat).format(date);
}

export const formatMoment = (time: string) => timeFormat.format(new Date(time));

export function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60 ? `${seconds % 60} s` : ''}`.trim();
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** `(direct)` and its like are how attribution writes what people call by a plain word. */
export function sourceName(source: string | null, medium: string | null): string {
  if (!source || source === '(direct)') return 'Direct';
  return medium && medium !== '(none)' ? `${source} · ${medium}` : source;
}
