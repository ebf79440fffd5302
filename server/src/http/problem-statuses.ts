import type { ProblemKind } from '../domain/problem.ts';

/** HTTP status of each kind of problem. The earlier API overrides one of them; the versioned API has its own table. */
export const problemStatuses: Record<ProblemKind, number> = {
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
