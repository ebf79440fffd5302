import { notReady } from '../domain/not-ready.ts';
import { Problem } from '../domain/problem.ts';
import { problemStatuses } from '../http/problem-statuses.ts';

type ValidationError = { instancePath: string; keyword: string; params: Record<string, unknown> };
type ErrorResponse = { status: number; code: string; title: string; field?: string; retryAfterSeconds?: number };

/** Maps an error to a response: a code for the web application, a message for the user, and the form field with the error. */
export function errorResponse(error: Error & { statusCode?: number; validation?: ValidationError[] }): ErrorResponse {
  const problem = error instanceof Problem ? error : notReady(error);
  if (problem) {
    const { title, parameter, attribute, pointer, retryAfterSeconds } = problem.details;
    const field = parameter ?? (attribute ?? pointer)?.split('/').at(-1);
    return { status: problemStatuses[problem.kind], code: problem.kind, title, field, retryAfterSeconds };
  }
  const first = error.validation?.[0];
  if (first) {
    const named = first.keyword === 'required' ? String(first.params.missingProperty) : first.instancePath.split('/').at(-1);
    const field = named || undefined;
    return { status: 400, code: 'invalid_input', title: validationMessage(first, field), field };
  }
  if (error.statusCode === 413) return { status: 413, code: 'invalid_input', title: 'The request is too large.' };
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return { status: error.statusCode, code: 'invalid_input', title: 'The request is not well-formed.' };
  }
  return { status: 500, code: 'fault', title: 'Something went wrong on the server. Try again in a moment.' };
}

/** Describes a validation error in words for users; the messages of the validator are about schemas. */
function validationMessage({ keyword, params }: ValidationError, field: string | undefined): string {
  if (keyword === 'required') return `The value of "${params.missingProperty}" is missing.`;
  if (field === undefined) return 'The request is not well-formed.';
  if (keyword === 'maxLength') return `The value of "${field}" has more than ${params.limit} characters.`;
  if (keyword === 'minLength' && params.limit === 1) return `The value of "${field}" is missing.`;
  if (keyword === 'minLength') return `The value of "${field}" has fewer than ${params.limit} characters.`;
  return `The value of "${field}" is not valid.`;
}
