export const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Of any version. PostgreSQL rejects other texts as a uuid. */
export function isUuid(text: string): boolean {
  return uuidPattern.test(text);
}
