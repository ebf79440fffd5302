import { notReady } from '../domain/not-ready.ts';
import { Problem, type ProblemCause } from '../domain/problem.ts';
import { problemStatuses } from '../http/problem-statuses.ts';

type ErrorResponse = { status: number; title: string; retryAfterSeconds?: number; cause?: ProblemCause };

/** Maps an error to a response. Internal errors carry no details. */
export function errorResponse(error: unknown): ErrorResponse {
  const problem = error instanceof Problem ? error : notReady(error);
  if (problem) {
    const { title, retryAfterSeconds, cause } = problem.details;
    return { status: problemStatuses[problem.kind], title, retryAfterSeconds, cause };
  }
  return { status: 500, title: 'The request could not be handled.' };
}
