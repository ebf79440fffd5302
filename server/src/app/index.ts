import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import type { Context } from '../domain/context.ts';
import type { CompanyIdentifier } from '../domain/identification/company-identifier.ts';
import { Problem } from '../domain/problem.ts';
import { compressResponse } from '../http/compress-response.ts';
import { jsonBody } from '../http/json-body.ts';
import { causeOfError, recordProblemCause } from '../http/problem-cause.ts';
import type { RequestObserver } from '../http/request-observer.ts';
import { SessionCookie } from '../http/session-cookie.ts';
import { findUnstorableText } from '../lib/storable-text.ts';
import { addAccountRoutes } from './account-routes.ts';
import { ChangeWatch } from './change-watch.ts';
import { rejectCrossSiteRequest } from './csrf.ts';
import { errorResponse } from './error-response.ts';
import { addOidcRoutes } from './oidc.ts';
import { addPages } from './pages.ts';
import { securityHeaders } from './security-headers.ts';
import { SharedResponses } from './shared-responses.ts';
import { Streams } from './stream.ts';
import { addUnscopedRoutes } from './unscoped-routes.ts';

type AppOptions = {
  ctx: Context & { identifier: CompanyIdentifier };
  config: Pick<Config, 'publicUrl' | 'directoryAccounts' | 'accountCreation'>;
  observer: RequestObserver;
  /** First path segments of all routes; the web application has no pages below them. */
  routedSegments: ReadonlySet<string>;
};

/** The web application and its private API. */
export function appPlugin({
  ctx: context,
  config: { publicUrl, directoryAccounts, accountCreation },
  observer,
  routedSegments,
}: AppOptions) {
  return async (fastify: FastifyInstance) => {
    const ctx = {
      ...context,
      publicUrl,
      directoryAccounts,
      accountCreation,
      changes: new ChangeWatch(context),
      sharedResponses: new SharedResponses(),
    };
    const cookie = new SessionCookie(publicUrl);
    const streams = new Streams(observer);
    fastify.addHook('onRequest', async (_req, res) => {
      res.headers(securityHeaders);
    });
    fastify.addHook('preClose', async () => {
      streams.endAll();
      ctx.changes.stop();
    });
    await addPages(fastify, routedSegments);
    await fastify.register(
      async (api) => {
        api.setErrorHandler(sendError);
        api.setNotFoundHandler((_req, res) => res.code(404).send({ code: 'not_found', title: 'There is no such endpoint.' }));
        api.addHook('onRequest', async (req, res) => {
          res.header('cache-control', 'no-store');
          rejectCrossSiteRequest(req, publicUrl);
        });
        api.removeContentTypeParser('application/json');
        api.addContentTypeParser('application/json', { parseAs: 'string' }, jsonBody(api));
        // The routes for uploads read the request stream themselves.
        api.addContentTypeParser('application/octet-stream', (_req, _payload, done) => done(null));
        api.addHook('preValidation', async (req) => {
          if (findUnstorableText([req.params, req.query, req.body]) !== null)
            throw new Problem('invalid_input', 'The request contains a character that cannot be stored.');
        });
        addUnscopedRoutes(api, ctx, cookie);
        addOidcRoutes(api, ctx, cookie);
        await api.register(async (accountApi) => {
          // Only responses of these routes are compressed: the size of a compressed /session could reveal its CSRF token (BREACH).
          accountApi.addHook('onSend', compressResponse);
          addAccountRoutes(accountApi, ctx, cookie, streams);
        });
      },
      { prefix: '/app/api' },
    );
  };
}

function sendError(error: FastifyError, req: FastifyRequest, res: FastifyReply) {
  const { status, retryAfterSeconds, ...body } = errorResponse(error);
  recordProblemCause(req, causeOfError(error));
  if (status >= 500) req.log.error({ err: error }, 'App API request failed');
  if (retryAfterSeconds !== undefined) res.header('retry-after', String(retryAfterSeconds));
  return res.code(status).send(body);
}
