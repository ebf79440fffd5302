import { currentLocale } from '../texts/language.ts';
import { currentTimeZone, formatPercent } from './format.ts';
import { cachedFormatter } from './formatters.ts';

// Formats that the first page does not need, so that it does not load them.

/** A rate such as that of a goal: below 10% with one decimal, because most rates are small. A rate that rounds to zero is not shown as zero. */
export function formatRate(part: number, whole: number): string {
  const rate = part / whole;
  if (whole === 0 || rate === 0 || rate >= 0.0995) return formatPercent(part, whole);
  const locale = currentLocale();
  const create = () => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const { format } = cachedFormatter(`rate ${locale}`, create);
  return rate < 0.0005 ? `<${format(0.001)}` : format(rate);
}

/** A time with its time zone, such as 14:05 CET. */
export function formatTime(time: string): string {
  const [locale, timeZone] = [currentLocale(), currentTimeZone()];
  const create = () => new Intl.DateTimeFormat(locale, { timeZone, hour: '2-digit', minute: '2-digit', timeZoneName: 'short' });
  return cachedFormatter(`time ${locale} ${timeZone}`, create).format(new Date(time));
}
