import { Problem } from './problem.ts';

/** Where a page ended, as a text that clients hand back without looking inside. */
export function encodeCursor(...parts: (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Each part is checked against its pattern: a cursor comes from outside. */
export function decodeCursor(cursor: string, ...patterns: RegExp[]): string[] {
  const parts = parse(cursor);
  if (parts?.length !== patterns.length || !parts.every((part, at) => patterns[at]!.test(part))) {
    throw new Problem('invalid_input', { title: 'page[cursor] is not a cursor of this search.', parameter: 'page[cursor]' });
  }
  return parts;
}

function parse(cursor: string): string[] | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string' || typeof part === 'number') ? parts.map(String) : null;
  } catch {
    return null;
  }
}
