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
export function answerOf(error: Error & { code?: string }): Answer {
  if (error instanceof Problem) {
    return { status: statuses[error.kind], title: error.details.title, retryAfterSeconds: error.details.retryAfterSeconds };
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return { status: 413, title: 'The body is larger than 64 KB: send fewer events at once.' };
  if (error.code?.startsWith('FST_ERR_CTP')) return { status: 400, title: 'The body could not be read.' };
  return { status: 500, title: 'The request could not be handled.' };
}
