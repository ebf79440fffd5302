/**
 * These functions pass an array to PostgreSQL as one string parameter. Given an array, the driver would inspect every value at run time,
 * which costs more than the rest of a large batch.
 */

/** For values without quotes, commas, braces or spaces: numbers, ids, timestamps, booleans. */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  let text = '';
  for (let index = 0; index < values.length; index++) {
    if (index > 0) text += ',';
    text += values[index];
  }
  return `{${text}}`;
}

/** For any text. */
export function textArray(values: readonly (string | null)[]): string {
  let text = '';
  for (let index = 0; index < values.length; index++) {
    const value = values[index]!;
    if (index > 0) text += ',';
    text += value === null ? 'null' : quoted(value);
  }
  return `{${text}}`;
}

/** For times in milliseconds, as an array of timestamps. */
export function timeArray(timesMs: readonly (number | null)[]): string {
  return plainArray(timesMs.map((timeMs) => (timeMs === null ? null : new Date(timeMs).toISOString())));
}

/** Joins JSON documents for `string_to_array(…, E'\\x1e')`. JSON escapes control characters, so the separator needs no quoting. */
export function joinJson(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join('\x1e');
}

function quoted(text: string): string {
  return text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
