import { ApiError } from './api-error.ts';

const nothing: ReadonlySet<string> = new Set();

/** Reads `include`: values are separated by commas, and dots mark nested relations. A dotted value includes its ancestors. */
export function readInclude(allowed: readonly string[] | undefined, include: unknown): ReadonlySet<string> {
  if (allowed === undefined || include === undefined || include === '') return nothing;
  const included = new Set<string>();
  for (const value of String(include).split(',')) {
    const clean = value.trim();
    if (!allowed.includes(clean)) {
      throw new ApiError(400, {
        code: 'invalid_parameter',
        title: `include does not accept ${JSON.stringify(clean.slice(0, 100))}. Allowed values: ${allowed.join(', ')}.`,
        source: { parameter: 'include' },
      });
    }
    const parts = clean.split('.');
    for (let depth = 1; depth <= parts.length; depth++) included.add(parts.slice(0, depth).join('.'));
  }
  return included;
}
