import { isTransientError } from '../lib/transient-error.ts';
import { Problem } from './problem.ts';

/**
 * What a request is told while the database is away, full, restarting or in the way of itself: that it may be sent again, and
 * when. Null for every other error, which is either a client error or an internal error.
 */
export function notReady(error: unknown): Problem | null {
  if (!isTransientError(error)) return null;
  return new Problem('unavailable', {
    title: 'The service is not ready just now: try again later.',
    retryAfterSeconds: 5,
    cause: 'database',
  });
}
