import { FieldProblems } from '../domain/custom-fields/field-problems.ts';
import { notReady } from '../domain/not-ready.ts';
import { Problem, type ProblemKind } from '../domain/problem.ts';
import { errorCode } from '../lib/error-code.ts';
import { isRecord } from '../lib/is-record.ts';
import { ApiError, type ErrorObject } from './api-error.ts';

/** Status and error code of each kind of problem. */
const responses: Record<ProblemKind, { status: number; code: string }> = {
  invalid_input: { status: 400, code: 'invalid_parameter' },
  not_found: { status: 404, code: 'entity_not_found' },
  conflict: { status: 409, code: 'conflict' },
  read_only: { status: 403, code: 'access_denied' },
  forbidden: { status: 403, code: 'insufficient_permissions' },
  unauthenticated: { status: 401, code: 'invalid_token' },
  payment_required: { status: 403, code: 'insufficient_entitlements' },
  too_many_requests: { status: 429, code: 'too_many_requests' },
  insufficient_credits: { status: 403, code: 'insufficient_credits' },
  unavailable: { status: 503, code: 'service_unavailable' },
};

const notJson: ErrorObject = { code: 'invalid_parameter', title: 'The body could not be read as JSON.', source: { pointer: '' } };

/** Errors that fastify throws while it reads a body. */
const bodyErrors: Record<string, { status: number; error: ErrorObject }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, error: { code: 'payload_too_large', title: 'The body is larger than 1 MB.' } },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    error: { code: 'unsupported_media_type', title: 'The body must be JSON: send it as application/json.' },
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: { status: 400, error: notJson },
  FST_ERR_CTP_INVALID_JSON_BODY: { status: 400, error: notJson },
};

/** Maps an error to an error response. Returns null for an internal error. */
export function toApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) return error;
  if (error instanceof FieldProblems) return fieldErrors(error);
  if (error instanceof Problem) return problemError(error);
  const bodyError = bodyErrors[errorCode(error) ?? ''];
  if (bodyError) return new ApiError(bodyError.status, bodyError.error);
  // Any other 4xx error of fastify, such as for a wrong Content-Length, is also caused by the request.
  const status = isRecord(error) ? Number(error.statusCode) : Number.NaN;
  if (status >= 400 && status < 500) return new ApiError(400, { code: 'invalid_parameter', title: 'The request is invalid.' });
  const unavailable = notReady(error);
  return unavailable && problemError(unavailable);
}

function problemError({ kind, details }: Problem): ApiError {
  const { status, code } = responses[kind];
  const error: ErrorObject = { code, title: details.title };
  const pointer = pointerOf(details);
  if (pointer !== undefined) error.source = { pointer };
  else if (details.parameter !== undefined) error.source = { parameter: details.parameter };
  const { retryAfterSeconds } = details;
  return new ApiError(status, error, retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }, details.cause);
}

/** Attributes that this interface names differently from the domain. */
const attributeNames: Record<string, string> = { 'alertSettings/webhook': 'subscription/webhook' };

function pointerOf({ pointer, related, item, attribute }: Problem['details']): string | undefined {
  if (pointer !== undefined) return pointer;
  if (related) return `/data/relationships/${related.name}/${related.attribute === 'id' ? 'id' : `attributes/${related.attribute}`}`;
  if (item !== undefined) return attribute === undefined ? `/data/${item}` : `/data/${item}/${attribute}`;
  if (attribute === undefined) return undefined;
  return attribute === '' ? '/data/attributes' : `/data/attributes/${attributeNames[attribute] ?? attribute}`;
}

/** Returns one error per failing field, with its pointer, the most severe first. */
function fieldErrors({ kind, failures }: FieldProblems): ApiError {
  const mostSevereFirst = [...failures].sort((a, b) => Number(b.kind === kind) - Number(a.kind === kind));
  return new ApiError(
    responses[kind].status,
    mostSevereFirst.map((failure) => ({
      code: failure.kind === 'read_only' ? 'access_denied' : 'bad_request',
      title: failure.title,
      source: { pointer: `/data/attributes/custom_fields/${failure.fieldId.replaceAll('~', '~0').replaceAll('/', '~1')}` },
    })),
  );
}
