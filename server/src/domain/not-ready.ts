import { isTransientError } from '../lib/transient-error.ts';
import { Problem } from './problem.ts';

/** Maps transient database errors to a Problem that tells the client when to retry. Returns null for any other error. */
export function notReady(error: unknown): Problem | null {
  if (!isTransientError(error)) return null;
  return new Problem('unavailable', {
    title: 'The service is not ready right now: try again later.',
    retryAfterSeconds: 5,
    cause: 'database',
  });
}
