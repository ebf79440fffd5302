import { notReady } from '../domain/not-ready.ts';
import { Problem, type ProblemKind, type RefusalCause } from '../domain/problem.ts';

const statuses: Record<ProblemKind, number> = {
  invalid_input: 400,
  not_found: 404,
  conflict: 409,
  read_only: 403,
  forbidden: 403,
  unauthenticated: 401,
  payment_required: 402,
  too_many_requests: 429,
  insufficient_credits: 403,
  unavailable: 503,
};

export type ErrorResponse = { status: number; title: string; retryAfterSeconds?: number; cause?: RefusalCause };

/** Maps an error to a response. Internal errors carry no details. */
export function errorResponse(error: unknown): ErrorResponse {
  const problem = error instanceof Problem ? error : notReady(error);
  if (problem) {
    const { title, retryAfterSeconds, cause } = problem.details;
    return { status: statuses[problem.kind], title, retryAfterSeconds, cause };
  }
  return { status: 500, title: 'The request could not be handled.' };
}
