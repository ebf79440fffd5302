import { notReady } from '../domain/not-ready.ts';
import { Problem } from '../domain/problem.ts';
import { problemStatuses } from '../http/problem-statuses.ts';

const statuses = { ...problemStatuses, insufficient_credits: 402 };

type ErrorResponse = { status: number; title: string; retryAfterSeconds?: number };

/** The only internal error whose message the client receives, because a request for fewer days may succeed. */
export class TimeLimitExceeded extends Error {
  constructor() {
    super('The request took too long: ask for fewer days, or for an export');
  }
}

/** Maps an error to a response. Internal errors carry no details. */
export function errorResponse(error: Error & { code?: string }): ErrorResponse {
  const problem = error instanceof Problem ? error : notReady(error);
  if (problem) {
    return { status: statuses[problem.kind], title: problem.details.title, retryAfterSeconds: problem.details.retryAfterSeconds };
  }
  if (error instanceof TimeLimitExceeded) return { status: 500, title: error.message };
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { status: 413, title: 'The body is too large' };
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
    return { status: 400, title: 'The body must be form parameters or a JSON API document' };
  }
  if (error.code?.startsWith('FST_ERR_CTP')) return { status: 400, title: 'The body could not be read' };
  return { status: 500, title: 'The request could not be processed' };
}
