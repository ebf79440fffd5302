import { ApiError } from '../api/api-error.ts';

/** Whether the error means that a link with a secret does not work, and not that the server cannot be reached or has failed. */
export function isInvalidLink(error: Error): boolean {
  return error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code);
}
