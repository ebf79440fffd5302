/** An opaque mark of the place where a page ended. What it holds is nobody's business but the reader's. */
export function encodeCursor(parts: readonly string[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url');
}

/** The parts of a cursor, or null when it was not made by us. */
export function decodeCursor(text: string, count: number): string[] | null {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString());
    return Array.isArray(parts) && parts.length === count && parts.every((part) => typeof part === 'string') ? parts : null;
  } catch {
    return null;
  }
}
