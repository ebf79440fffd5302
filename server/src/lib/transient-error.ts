import { isRecord } from './is-record.ts';

/** Classes of PostgreSQL errors that do not depend on the statement. */
const transientClasses = new Set(['08', '25', '40', '53', '55', '57', '58', 'XX']);

/** Messages of driver errors without a code, which mean that there is no connection. */
const transientMessages =
  /connection terminated|connection error|timeout exceeded|not queryable|server closed|connection is closed|driver has/i;

/** Whether an error is caused by an unreachable, full or restarting database or a deadlock, so that a retry can succeed. */
export function isTransientError(error: unknown): boolean {
  if (!isRecord(error)) return false;
  const { code, message, errors, syscall } = error;
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isTransientError);
  // A missing file stays missing; a missing Unix socket belongs to a database that is restarting.
  if (code === 'ENOENT') return syscall === 'connect';
  if (typeof code === 'string') return /^E(?!RR_)[A-Z_]+$/.test(code) || transientClasses.has(code.slice(0, 2));
  return typeof message === 'string' && transientMessages.test(message);
}
