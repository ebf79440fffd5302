import type { FastifyRequest } from 'fastify';
import { notReady } from '../domain/not-ready.ts';
import { Problem, type RefusalCause } from '../domain/problem.ts';

const causes = new WeakMap<FastifyRequest, RefusalCause>();

/** Records why a request is refused with 429 or 503, for the metrics. */
export function noteRefusalCause(req: FastifyRequest, cause: RefusalCause | undefined): void {
  if (cause !== undefined) causes.set(req, cause);
}

export function refusalCauseOf(req: FastifyRequest): RefusalCause | undefined {
  return causes.get(req);
}

export function causeOfError(error: unknown): RefusalCause | undefined {
  return (error instanceof Problem ? error : notReady(error))?.details.cause;
}
