import type { RefusalCause } from '../domain/problem.ts';
import { firstOf } from '../lib/first-of.ts';

export type ErrorObject = {
  code: string;
  title: string;
  detail?: string;
  source?: { pointer: string } | { parameter: string };
};

/** A refusal in the words of the versioned interface: a status, and errors of which the first names the case. */
export class Refusal extends Error {
  readonly status: number;
  readonly errors: ErrorObject[];
  readonly headers: Record<string, string>;
  /** Of 429 and 503, for the metrics. */
  readonly refusalCause: RefusalCause | undefined;

  constructor(status: number, errors: ErrorObject | ErrorObject[], headers: Record<string, string> = {}, cause?: RefusalCause) {
    const list = Array.isArray(errors) ? errors : [errors];
    super(firstOf(list).title);
    this.status = status;
    this.errors = list;
    this.headers = headers;
    this.refusalCause = cause;
  }
}
