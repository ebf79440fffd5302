import { formatRange } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { type Interval, presets } from './intervals.ts';

/** The interval in the reader's language. */
export function intervalName({ from, to, preset }: Interval): string {
  const selectedPreset = presets.find(({ id }) => id === preset);
  return selectedPreset ? t(selectedPreset.text) : formatRange(from, to);
}
