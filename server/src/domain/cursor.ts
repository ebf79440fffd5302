import { Problem } from './problem.ts';

/** Pagination: encodes the position of the last row of a page as an opaque string. */
export function encodeCursor(...parts: (string | number)[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** A regular expression, or another check of a part. */
type Pattern = { test(part: string): boolean };

type Parts<Patterns extends Pattern[]> = { [Part in keyof Patterns]: string };

/** Decodes the `page[cursor]` of a paginated operation. */
export function decodeCursor<Patterns extends Pattern[]>(cursor: string, ...patterns: Patterns): Parts<Patterns> {
  const parts = parseCursor(cursor, ...patterns);
  if (parts === null) {
    throw new Problem('invalid_input', { title: 'The cursor is invalid: use the one of the previous page.', parameter: 'page[cursor]' });
  }
  return parts;
}

/** Decodes the `before` parameter of the audit log and of credit charges. */
export function decodeBefore<Patterns extends Pattern[]>(cursor: string, ...patterns: Patterns): Parts<Patterns> {
  const parts = parseCursor(cursor, ...patterns);
  if (parts === null) throw new Problem('invalid_input', { title: 'The cursor is invalid.', parameter: 'before' });
  return parts;
}

/** Checks each part against its pattern, because a cursor is untrusted input. */
function parseCursor<Patterns extends Pattern[]>(cursor: string, ...patterns: Patterns): Parts<Patterns> | null {
  const parts = parseParts(cursor);
  return parts !== null && matchesPatterns(parts, patterns) ? parts : null;
}

function matchesPatterns<Patterns extends Pattern[]>(parts: string[], patterns: Patterns): parts is Parts<Patterns> {
  return parts.length === patterns.length && parts.every((part, index) => patterns[index]?.test(part));
}

function parseParts(cursor: string): string[] | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string' || typeof part === 'number') ? parts.map(String) : null;
  } catch {
    return null;
  }
}
