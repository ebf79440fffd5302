import { currentLocale } from '../texts/language.ts';
import { t } from '../texts/t.ts';
import { cachedFormatter, isoDays } from './formatters.ts';

let timeZone = 'UTC';

/** Times and days are shown in the time zone of the account. */
export function setTimeZone(zone: string): void {
  timeZone = zone;
}

export const currentTimeZone = () => timeZone;

/** Formatters are cached by locale and time zone. */
function cached<Formatter>(name: string, create: (locale: string) => Formatter): Formatter {
  const locale = currentLocale();
  return cachedFormatter(`${name} ${locale} ${timeZone}`, () => create(locale));
}

const dates = (name: string, options: Intl.DateTimeFormatOptions) =>
  cached(name, (locale) => new Intl.DateTimeFormat(locale, { timeZone, ...options }));
const relativeTimes = () => cached('relative', (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' }));

export function formatNumber(value: number): string {
  return cached('number', (locale) => new Intl.NumberFormat(locale)).format(value);
}

/** An amount with its currency. Amounts below 1,000 have the decimals of their currency. */
export function formatMoney(amount: number, currency: string): string {
  const isLarge = Math.abs(amount) >= 1000;
  const create = (locale: string) =>
    new Intl.NumberFormat(locale, { style: 'currency', currency, ...(isLarge && { minimumFractionDigits: 0, maximumFractionDigits: 0 }) });
  return cached(`money ${currency} ${isLarge}`, create).format(amount);
}

/** A number with one decimal. */
export function formatTenths(value: number): string {
  const tenths = cached('tenths', (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
  return tenths.format(value);
}

/** Formats an employee range of the APIs, such as "1.001-5.000", for the reader's locale. */
export function formatEmployeeRange(range: string): string {
  const written = range.replaceAll('.', '').replace(/\d+/g, (digits) => formatNumber(Number(digits)));
  return written.replace('-', '–');
}

export function formatPercent(part: number, whole: number): string {
  return whole === 0 ? '–' : cached('percent', (locale) => new Intl.NumberFormat(locale, { style: 'percent' })).format(part / whole);
}

/** A change in percent, with its sign. */
export function formatChange(percent: number): string {
  const changes = cached('change', (locale) => new Intl.NumberFormat(locale, { style: 'percent', signDisplay: 'exceptZero' }));
  return changes.format(percent / 100);
}

export function countryName(code: string | null): string | null {
  if (!code) return null;
  try {
    return cached('countries', (locale) => new Intl.DisplayNames([locale, 'en'], { type: 'region' })).of(code) ?? code;
  } catch {
    return code;
  }
}

export function placeName(place: { city: string | null; countryCode: string | null } | null): string | null {
  if (!place) return null;
  return [place.city, place.city ? place.countryCode : countryName(place.countryCode)].filter(Boolean).join(', ') || null;
}

export function ago(time: string, now = Date.now()): string {
  const seconds = Math.trunc((Date.parse(time) - now) / 1000);
  const size = Math.abs(seconds);
  if (size < 60) return t('common.justNow');
  if (size < 3600) return relativeTimes().format(Math.trunc(seconds / 60), 'minute');
  if (size < 86_400) return relativeTimes().format(Math.trunc(seconds / 3600), 'hour');
  if (size < 7 * 86_400) return relativeTimes().format(daysBetween(now, Date.parse(time)), 'day');
  return formatDay(time);
}

/** The difference of the calendar days in the account's time zone. */
function daysBetween(from: number, to: number): number {
  const dayOf = (moment: number) => Date.parse(isoDays(timeZone).format(moment));
  return Math.round((dayOf(to) - dayOf(from)) / 86_400_000);
}

/**
 * The time of the last visit in an interval that ends on the given day: relative to now, or the day if the interval ended before today,
 * because visits after it are not taken into account.
 */
export function formatLastVisit(time: string, lastDay: string, now = Date.now()): string {
  return lastDay < isoDays(timeZone).format(now) ? formatDay(time, now) : ago(time, now);
}

/** Formats the day of a timestamp in the account's time zone, or a date such as 2026-11-16. */
export function formatDay(time: string, now = Date.now()): string {
  const isDay = time.length === 10;
  const year = yearFormat(time, now);
  const format = dates(`day ${isDay} ${year}`, { day: 'numeric', month: 'short', year, ...(isDay && { timeZone: 'UTC' }) });
  return format.format(new Date(time));
}

/** From one day to another, such as 3–16 Nov 2026, or a single day, such as 16 Nov 2026. */
export function formatRange(from: string, to: string): string {
  const format = dates('range', { timeZone: 'UTC', day: 'numeric', month: 'short', year: 'numeric' });
  return format.formatRange(new Date(from), new Date(to));
}

/** The year is shown only if it is not the current one. */
function yearFormat(time: string, now: number): 'numeric' | undefined {
  const yearOf = (moment: string | number) => dates('year', { year: 'numeric' }).format(new Date(moment));
  const year = time.length === 10 ? time.slice(0, 4) : yearOf(time);
  return year === yearOf(now) ? undefined : 'numeric';
}

/** The month of a date, such as Nov 2026. */
export function formatMonth(day: string): string {
  return dates('month', { timeZone: 'UTC', month: 'short', year: 'numeric' }).format(new Date(day));
}

/** The time of an hour, such as 14:00. Next to other hours, of which one names the time zone; otherwise use `formatTime` of format-rarely.ts. */
export function formatHour(time: string): string {
  return dates('hour', { hour: '2-digit', minute: '2-digit' }).format(new Date(time));
}

/** A moment with its time zone, such as Mon, 16 Nov, 10:15 CET. */
export function formatMoment(time: string, now = Date.now()): string {
  const year = yearFormat(time, now);
  const format = dates(`moment ${year}`, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year,
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  });
  return format.format(new Date(time));
}

export function formatSeconds(total: number): string {
  const minutes = Math.floor(total / 60);
  const seconds = total % 60;
  if (minutes === 0) return t('common.seconds', { seconds });
  if (minutes < 60) return seconds ? t('common.minutesSeconds', { minutes, seconds }) : t('common.minutes', { minutes });
  return t('common.hoursMinutes', { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** The name of a traffic source. The values `(direct)` and `(none)` of the APIs are not shown. */
export function sourceName(source: string | null, medium: string | null): string {
  const name = !source || source === '(direct)' ? t('common.direct') : source;
  return medium && medium !== '(none)' ? `${name} · ${medium}` : name;
}
