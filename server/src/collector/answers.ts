import { isPassingTrouble } from '../domain/ingestion/passing-trouble.ts';
import { Problem, type ProblemKind } from '../domain/problem.ts';

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

export type Answer = { status: number; title: string; retryAfterSeconds?: number };

/** How the collector tells what went wrong. Faults of ours are told without detail. */
export function answerOf(error: unknown): Answer {
  if (error instanceof Problem) {
    return { status: statuses[error.kind], title: error.details.title, retryAfterSeconds: error.details.retryAfterSeconds };
  }
  if (isPassingTrouble(error)) return { status: 503, title: 'The service is not ready just now: try again later.', retryAfterSeconds: 5 };
  return { status: 500, title: 'The request could not be handled.' };
}
