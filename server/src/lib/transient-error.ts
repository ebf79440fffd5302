/** Classes of PostgreSQL's errors that say something of the moment and nothing of what was sent. */
const passingClasses = new Set(['08', '25', '40', '53', '55', '57', '58', 'XX']);

/** What the driver says, without a code, when the connection is gone or cannot be had. */
const passingWords = /connection terminated|connection error|timeout exceeded|not queryable|server closed|connection is closed|driver has/i;

/**
 * Whether an error comes from the database being away, full, restarting or in the way of itself: the same work can succeed a
 * moment later. Anything else will fail again with the same contents.
 */
export function isPassingTrouble(error: unknown): boolean {
  const { code, message, errors } = error as { code?: unknown; message?: unknown; errors?: unknown[] };
  if (Array.isArray(errors) && errors.length > 0) return errors.every(isPassingTrouble);
  // A file that is not there will not be there a moment later either.
  if (typeof code === 'string') return /^E(?!RR_|NOENT$)[A-Z_]+$/.test(code) || passingClasses.has(code.slice(0, 2));
  return typeof message === 'string' && passingWords.test(message);
}
