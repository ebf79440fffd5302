import { errorCode } from './error-code.ts';

/** lock_not_available and deadlock_detected. */
const lockErrors = new Set(['55P03', '40P01']);

/** Returns whether a statement failed because of the locks of other transactions. */
export function isLockError(error: unknown): boolean {
  return lockErrors.has(errorCode(error) ?? '');
}
