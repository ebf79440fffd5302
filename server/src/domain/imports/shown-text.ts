/** Converts a value of a file to text that can be stored and shown. */
export function shownText(value: unknown, maxLength: number): string {
  const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
  const clean = text.replaceAll('\u0000', '').toWellFormed();
  return clean.length > maxLength ? `${clean.slice(0, maxLength)}…`.toWellFormed() : clean;
}
