import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UsageCounter } from '../domain/usage/usage-counter.ts';
import { jsonBody } from '../http/json-body.ts';
import { recordProblemCause } from '../http/problem-cause.ts';
import { ApiError } from './api-error.ts';
import type { V1Context } from './context.ts';
import type { Operation } from './operation.ts';
import { operationRunner } from './operation-runner.ts';
import { operations } from './operations/index.ts';
import { type AuthorizedRequest, RequestAuthorizer } from './request-authorizer.ts';
import { type ApiResponse, errorResponse } from './response.ts';
import { toApiError } from './to-api-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    authorized: AuthorizedRequest | null;
    charged: number;
  }
}

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

/** The versioned API: registers a route for every declared operation. */
export function versionedPlugin(ctx: V1Context) {
  return async (fastify: FastifyInstance) => {
    const authorizer = new RequestAuthorizer(ctx);
    const usage = new UsageCounter(ctx);
    fastify.addHook('onClose', () => usage.stop());
    await fastify.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, brotliOptions });
    fastify.decorateRequest('authorized', null);
    fastify.decorateRequest('charged', 0);
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser(/^application\/(?:[\w.-]+\+)?json\b/, { parseAs: 'string' }, jsonBody(fastify));
    fastify.setErrorHandler((error: Error, req, res) => sendError(error, req, res));
    // Shared caches store responses to requests with X-Api-Key unless this is forbidden. Clients may store them and revalidate by ETag.
    fastify.addHook('onRequest', async (_req, res) => {
      res.header('cache-control', 'private, no-cache');
    });
    for (const operation of operations) addRoute(fastify, ctx, authorizer, usage, operation);
    // Unknown paths below /v1 are rejected here, independently of other interfaces.
    for (const url of ['/', '/*']) {
      fastify.route({
        method: ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'],
        url,
        exposeHeadRoute: false,
        onRequest: async (req) => {
          const title = `There is no operation ${req.method} ${req.url.split('?', 1)[0]}.`;
          throw new ApiError(404, { code: 'entity_not_found', title });
        },
        handler: async () => {},
      });
    }
  };
}

function addRoute(fastify: FastifyInstance, ctx: V1Context, authorizer: RequestAuthorizer, usage: UsageCounter, operation: Operation) {
  const perform = operationRunner(ctx, operation);
  fastify.route({
    // HEAD has the same checks, headers and charge as GET, and reveals the record for a GET that follows.
    method: operation.method === 'GET' ? ['GET', 'HEAD'] : operation.method,
    url: operation.path.slice('/v1'.length).replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: async (req, res) => {
      req.authorized = await authorizer.authorize(operation, req, res);
      usage.recordUse(req.authorized.principal.subject);
    },
    onResponse: async (req, res) => {
      const account = req.authorized?.account;
      if (account) {
        usage.count({ accountId: account.id, operation: operation.id, hasFailed: res.statusCode >= 400, credits: req.charged });
      }
    },
    handler: async (req, res) => send(await perform(req), res),
  });
}

function send({ status, headers, body }: ApiResponse, res: FastifyReply) {
  return res
    .code(status)
    .headers(headers)
    .send(body ?? undefined);
}

function sendError(error: Error, req: FastifyRequest, res: FastifyReply) {
  const apiError = toApiError(error);
  recordProblemCause(req, apiError?.problemCause);
  if (apiError?.status === 503) req.log.error({ err: error }, 'Versioned API request refused: service not ready');
  if (apiError) return send(errorResponse(apiError, req.id), res);
  req.log.error({ err: error }, 'Versioned API request failed');
  const fault = new ApiError(500, { code: 'internal_server_error', title: 'The request could not be handled.' });
  return send(errorResponse(fault, req.id), res);
}
