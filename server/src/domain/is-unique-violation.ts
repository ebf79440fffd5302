import { errorCode } from '../lib/error-code.ts';

/** Checks the error code only: on a cluster, nothing else about the error is reliable. */
export function isUniqueViolation(error: unknown): boolean {
  return error instanceof Error && errorCode(error) === '23505';
}
