import { ApiError } from '../api/api-error.ts';

/** Whether the error means that a link with a secret does not work, and not that the password is rejected or the server has failed. */
export function isInvalidLink(error: Error): boolean {
  return error instanceof ApiError && ['not_found', 'invalid_input'].includes(error.code) && error.field !== 'password';
}
