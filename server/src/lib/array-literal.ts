/**
 * Arrays as PostgreSQL writes them. The driver can do that too, but it looks at every value as if it could be anything, which
 * costs more than the rest of a large batch.
 */

/** Of values that hold neither quotes, commas, braces nor spaces: numbers, ids, times, yes and no. */
export function plainArray(values: readonly (string | number | boolean | null)[]): string {
  let text = '';
  for (let at = 0; at < values.length; at++) {
    if (at > 0) text += ',';
    text += values[at];
  }
  return `{${text}}`;
}

/** Of any texts. */
export function textArray(values: readonly (string | null)[]): string {
  let text = '';
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (at > 0) text += ',';
    text += value === null ? 'null' : quoted(value);
  }
  return `{${text}}`;
}

/** Of moments. */
export function timeArray(timesMs: readonly (number | null)[]): string {
  return plainArray(timesMs.map((timeMs) => (timeMs === null ? null : new Date(timeMs).toISOString())));
}

/** Of JSON documents, which hold no control characters: to be taken apart by `string_to_array(…, E'\\x1e')` without any quotes. */
export function jsonLines(values: readonly unknown[]): string {
  return values.map((value) => JSON.stringify(value)).join('\x1e');
}

function quoted(text: string): string {
  return text.includes('"') || text.includes('\\') ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
}
