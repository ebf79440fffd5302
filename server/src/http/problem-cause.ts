import type { FastifyRequest } from 'fastify';
import { notReady } from '../domain/not-ready.ts';
import { Problem, type ProblemCause } from '../domain/problem.ts';

const causes = new WeakMap<FastifyRequest, ProblemCause>();

/** Records why a request is rejected with 429 or 503, for the metrics. */
export function recordProblemCause(req: FastifyRequest, cause: ProblemCause | undefined): void {
  if (cause !== undefined) causes.set(req, cause);
}

export function problemCauseOf(req: FastifyRequest): ProblemCause | undefined {
  return causes.get(req);
}

export function causeOfError(error: unknown): ProblemCause | undefined {
  return (error instanceof Problem ? error : notReady(error))?.details.cause;
}
