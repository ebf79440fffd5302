import { formatRange } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { type Interval, presets } from './intervals.ts';

/** The interval in the reader's language. */
export function intervalName({ from, to, preset }: Interval): string {
  const known = presets.find(({ id }) => id === preset);
  return known ? t(known.text) : formatRange(from, to);
}
