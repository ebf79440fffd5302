import type { ProblemCause } from '../domain/problem.ts';
import { firstOf } from '../lib/first-of.ts';

export type ErrorObject = {
  code: string;
  title: string;
  detail?: string;
  source?: { pointer: string } | { parameter: string };
};

/** An error response of the versioned API. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: ErrorObject[];
  readonly headers: Record<string, string>;
  /** Why a request was rejected with 429 or 503, for the metrics. */
  readonly problemCause: ProblemCause | undefined;

  constructor(status: number, errors: ErrorObject | ErrorObject[], headers: Record<string, string> = {}, cause?: ProblemCause) {
    const list = Array.isArray(errors) ? errors : [errors];
    super(firstOf(list).title);
    this.status = status;
    this.errors = list;
    this.headers = headers;
    this.problemCause = cause;
  }
}
