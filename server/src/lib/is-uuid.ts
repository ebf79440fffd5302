export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a string is a UUID of any version. Check a string before passing it to PostgreSQL, where an invalid uuid is an error. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
