import type { FieldValue, SettableType } from './custom-field.ts';

const maxTextLength = 10_000;

/** Returns an error message, or null if the value is valid. The type must match, dates are ISO 8601. */
export function valueError(type: SettableType, value: FieldValue): string | null {
  if (value === null) return null;
  switch (type) {
    case 'text':
      if (typeof value !== 'string') return 'The value must be text.';
      return value.length > maxTextLength ? `The text must have at most ${maxTextLength} characters.` : null;
    case 'number':
      return typeof value === 'number' ? null : 'The value must be a number.';
    case 'boolean':
      return typeof value === 'boolean' ? null : 'The value must be true or false.';
    case 'date':
      return typeof value === 'string' && isIsoDate(value) ? null : 'The value must be a date in ISO 8601, such as 2026-09-01.';
  }
}

/** A calendar date, optionally with time and zone. */
function isIsoDate(text: string): boolean {
  const parts = /^(\d{4})-(\d{2})-(\d{2})(T([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text);
  if (!parts) return false;
  const [year, month, day] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}
