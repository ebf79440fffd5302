import { errorCode } from '../lib/error-code.ts';
/** Whether the database refused a row because another one has its name. On a cluster the code is all that can be relied on. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && errorCode(error) === '23505';
}
