import { Problem } from './problem.ts';

/** Pagination: encodes the end of a page as an opaque string. */
export function encodeCursor(...parts: (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** Checks each part against its pattern, because a cursor is untrusted input. */
export function decodeCursor<Patterns extends RegExp[]>(cursor: string, ...patterns: Patterns): { [Part in keyof Patterns]: string } {
  const parts = parse(cursor);
  if (parts === null || !fits(parts, patterns)) {
    throw new Problem('invalid_input', { title: 'page[cursor] is not a cursor of this search.', parameter: 'page[cursor]' });
  }
  return parts;
}

function fits<Patterns extends RegExp[]>(parts: string[], patterns: Patterns): parts is { [Part in keyof Patterns]: string } {
  return parts.length === patterns.length && parts.every((part, index) => patterns[index]?.test(part));
}

function parse(cursor: string): string[] | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string' || typeof part === 'number') ? parts.map(String) : null;
  } catch {
    return null;
  }
}
