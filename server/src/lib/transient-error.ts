/** Classes of PostgreSQL errors that depend on the moment and not on the statement. */
const transientClasses = new Set(['08', '25', '40', '53', '55', '57', '58', 'XX']);

/** Messages of the driver, without a code, when there is no connection. */
const transientMessages =
  /connection terminated|connection error|timeout exceeded|not queryable|server closed|connection is closed|driver has/i;

/**
 * Whether an error comes from the database being unreachable, full, restarting or in a deadlock: the same work can succeed on a
 * retry. Anything else fails again with the same contents.
 */
export function isTransientError(error: unknown): boolean {
  const { code, message, errors } = error as { code?: unknown; message?: unknown; errors?: unknown[] };
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isTransientError);
  // A missing file stays missing.
  if (typeof code === 'string') return /^E(?!RR_|NOENT$)[A-Z_]+$/.test(code) || transientClasses.has(code.slice(0, 2));
  return typeof message === 'string' && transientMessages.test(message);
}
