import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { actingAs } from '../domain/audit/actor.ts';
import { actorOfPrincipal } from '../domain/auth/principal.ts';
import { withIdempotencyKey } from '../domain/idempotency-keys.ts';
import { withinAccount } from '../domain/within-account.ts';
import { inSpan } from '../lib/tracing.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { ApiError } from './api-error.ts';
import { compiledSchema } from './compiled-schema.ts';
import type { V1Context } from './context.ts';
import type { Operation } from './operation.ts';
import { queryOf } from './query-of.ts';
import { readInclude } from './read-include.ts';
import { readPage } from './read-page.ts';
import { type ApiResponse, errorResponse, successResponse } from './response.ts';
import { toApiError } from './to-api-error.ts';
import { bodyChecker, queryReader } from './validate-request.ts';

const noQuery = Type.Object({});
const useCaseSpan = { attributes: { 'leadlight.span': 'use case' } };

/** Returns the function that reads an authorized request, runs the operation and builds the response. */
export function operationRunner(ctx: V1Context, operation: Operation): (req: FastifyRequest) => Promise<ApiResponse> {
  const checkBody = operation.body ? bodyChecker(operation.body, operation.documentedBody !== undefined) : null;
  const readQuery = queryReader(operation.query ?? noQuery);
  const { params } = operation;
  const timeoutMs = ctx.config.requestTimeoutSeconds * 1000;
  const acceptsIdempotencyKey = operation.method === 'POST' || operation.method === 'PATCH';

  const perform = async (req: FastifyRequest): Promise<ApiResponse> => {
    const query = queryOf(req);
    const page = readPage(operation.paging, query);
    const authorized = requireAuthorized(req);
    const { account, principal } = authorized;
    const call = {
      ctx: actingAs(account ? withinAccount(ctx, account.id) : ctx, actorOfPrincipal(principal)),
      ...authorized,
      params: req.params,
      query: readQuery(query),
      include: readInclude(operation.include, query.include),
      body: req.body,
      page,
      requestId: req.id,
    };
    checkBody?.(req.body);
    // An invalid id in the path cannot belong to a record: 404, not 400.
    if (params && !compiledSchema(params).Check(req.params)) throw notFound();
    const outcome = await inSpan(operation.id, useCaseSpan, () =>
      withTimeout({ timeoutMs, timeoutError, cancelQueries: operation.cancels !== false }, () => operation.handle(call)),
    );
    req.charged = outcome.credits ?? 0;
    return successResponse(operation, outcome, page, req.id, req.headers['if-none-match']);
  };

  return async (req) => {
    const key = acceptsIdempotencyKey ? req.headers['idempotency-key'] : undefined;
    if (key === undefined) return perform(req);
    return performOnce(ctx, req, String(key), () => perform(req));
  };
}

function timeoutError(): ApiError {
  return new ApiError(504, { code: 'server_timeout', title: 'The request timed out.' });
}

/** Idempotency: a repeated request gets the first response, even if it was a 4xx error. */
async function performOnce(ctx: V1Context, req: FastifyRequest, key: string, perform: () => Promise<ApiResponse>): Promise<ApiResponse> {
  if (key.length < 1 || key.length > 255) {
    throw new ApiError(400, {
      code: 'invalid_parameter',
      title: 'Idempotency-Key must have 1 to 255 characters.',
      source: { parameter: 'Idempotency-Key' },
    });
  }
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([req.method, req.url, req.body ?? null]))
    .digest();
  const { kind, subject, userId } = requireAuthorized(req).principal;
  // The users of an app do not know of each other's keys.
  const ownKey = kind === 'oauth' ? `${userId ?? ''} ${key}` : key;
  const outcome = await withIdempotencyKey(ctx, { subject, key: ownKey, fingerprint }, async () => {
    try {
      return await perform();
    } catch (error) {
      const apiError = toApiError(error);
      if (apiError && apiError.status < 500) return errorResponse(apiError, req.id);
      throw error;
    }
  });
  if ('conflict' in outcome) {
    throw new ApiError(409, {
      code: 'idempotency_conflict',
      title: conflictTitles[outcome.conflict],
      source: { parameter: 'Idempotency-Key' },
    });
  }
  const { response, isRepeated } = outcome;
  return isRepeated ? { ...response, headers: { ...response.headers, 'idempotency-replayed': 'true' } } : response;
}

const conflictTitles = {
  another_request: 'This Idempotency-Key was used for another request.',
  still_running: 'The first request with this Idempotency-Key is still running.',
  interrupted:
    'The first request with this Idempotency-Key was interrupted, and it is not known whether it was executed. Check, and use another key to repeat it.',
};

function notFound(): ApiError {
  return new ApiError(404, { code: 'entity_not_found', title: 'There is no record with this id.' });
}

function requireAuthorized({ authorized }: FastifyRequest) {
  if (!authorized) throw new Error('The request was not authorized before its operation.');
  return authorized;
}
