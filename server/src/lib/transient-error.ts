import { isRecord } from './is-record.ts';

/** Classes of PostgreSQL errors that do not depend on the statement. */
const transientClasses = new Set(['08', '25', '40', '53', '55', '57', '58', 'XX']);

/** Messages of the driver when there is no connection; they have no code. */
const transientMessages =
  /connection terminated|connection error|timeout exceeded|not queryable|server closed|connection is closed|driver has/i;

/** Whether an error is caused by an unreachable, full or restarting database or a deadlock, so that a retry can succeed. */
export function isTransientError(error: unknown): boolean {
  if (!isRecord(error)) return false;
  const { code, message, errors } = error;
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isTransientError);
  // ENOENT is not transient: a missing file stays missing.
  if (typeof code === 'string') return /^E(?!RR_|NOENT$)[A-Z_]+$/.test(code) || transientClasses.has(code.slice(0, 2));
  return typeof message === 'string' && transientMessages.test(message);
}
