import { parse } from 'node:querystring';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, actingAs } from '../domain/audit/actor.ts';
import { WrongCredentials } from '../domain/auth/wrong-credentials.ts';
import { Problem } from '../domain/problem.ts';
import { withinAccount } from '../domain/within-account.ts';
import { jsonBody } from '../http/json-body.ts';
import { causeOfError, recordProblemCause } from '../http/problem-cause.ts';
import { firstOf } from '../lib/first-of.ts';
import { getOrThrow } from '../lib/get-or-throw.ts';
import { isPercentEncoded } from '../lib/percent-encoding.ts';
import { required } from '../lib/required.ts';
import { inSpan } from '../lib/tracing.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { type AuthorizedRequest, authorizeRequest, type RequestToAuthorize, wrongTokenLimit } from './authorize-request.ts';
import type { EarlierContext } from './context.ts';
import { renderDocument } from './document.ts';
import type { Endpoint, PathParameters } from './endpoint.ts';
import { endpoints } from './endpoints/index.ts';
import { errorResponse, TimeLimitExceeded } from './error-response.ts';
import { jsonApi, mediaTypeFor } from './media-type.ts';
import type { Query } from './query.ts';

/** When the API was deprecated (1 January 2026), in the format of RFC 9745. */
const deprecatedSince = '@1767225600';

const maxRequestMs = 20_000;
const useCaseSpan = { attributes: { 'leadlight.span': 'use case' } };

/** The earlier, unversioned API in the format of JSON:API 1.0. */
export function earlierPlugin(context: Omit<EarlierContext, 'wrongTokens'>) {
  return async (fastify: FastifyInstance) => {
    const ctx: EarlierContext = { ...context, wrongTokens: new WrongCredentials(context, wrongTokenLimit) };
    fastify.removeAllContentTypeParsers();
    fastify.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_req, body, done) =>
      done(null, parse(String(body))),
    );
    const parseJson = jsonBody(fastify);
    fastify.addContentTypeParser<string>(['application/json', jsonApi], { parseAs: 'string' }, (req, body, done) => {
      if (body === '') return done(null, null);
      parseJson(req, body, (error, parsed) =>
        done(error === null || error instanceof Problem ? error : new Problem('invalid_input', 'The body is not valid JSON'), parsed),
      );
    });
    fastify.setErrorHandler((error: Error, req, res) => sendError(ctx, error, req, res));
    fastify.addHook('onRequest', async (_req, res) => {
      res.header('vary', 'Accept');
    });
    for (const endpoint of endpoints) {
      const { method, path, successor } = endpoint;
      fastify.route({
        method,
        url: path,
        // Authorizes the request before its body is parsed, so that unauthorized clients learn nothing about the expected body.
        onRequest: async (req, res) => {
          const params = req.params as Record<string, string>;
          const accountId = params.account_id ?? null;
          await admit(ctx, req, res, {
            successor: pathWith(successor, params),
            accountId,
            isExportRequest: endpoint.isExportRequest ?? false,
          });
        },
        handler: (req, res) => respond(ctx, endpoint, req, res),
      });
    }
    // Unknown methods and paths below these prefixes are rejected here, after the same checks.
    for (const path of ['/accounts', '/accounts/*', '/export-requests', '/export-requests/*', '/download/*']) {
      const declaredMethods = endpoints.filter((endpoint) => endpoint.path === path).map(({ method }): string => method);
      fastify.route({
        method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(
          (method) => !declaredMethods.includes(method === 'HEAD' ? 'GET' : method),
        ),
        url: path,
        exposeHeadRoute: false,
        onRequest: async (req, res) => {
          const accountId = path === '/accounts/*' ? firstOf((req.params as { '*': string })['*'].split('/', 1)) : null;
          await admit(ctx, req, res, { successor: '/v1', accountId, isExportRequest: false });
          throw new Problem('not_found', `There is nothing at ${req.method === 'HEAD' ? 'GET' : req.method} ${req.url.split('?', 1)[0]}`);
        },
        handler: async () => {},
      });
    }
  };
}

/** Fills in the parameters of a path such as `/v1/companies/:lead_id`. */
function pathWith(path: string, params: Record<string, string>): string {
  const parts = path.split('/').map((part) => (part.startsWith(':') ? encodeURIComponent(required(params[part.slice(1)])) : part));
  return parts.join('/');
}

const authorizedRequests = new WeakMap<FastifyRequest, AuthorizedRequest>();

type EndpointAccess = Pick<RequestToAuthorize, 'accountId' | 'isExportRequest'> & { successor: string };

async function admit(ctx: EarlierContext, req: FastifyRequest, res: FastifyReply, { successor, ...access }: EndpointAccess) {
  res.headers({ deprecation: deprecatedSince, link: `<${ctx.config.publicUrl}${successor}>; rel="successor-version"` });
  authorizedRequests.set(req, await authorizeRequest(ctx, { authorization: req.headers.authorization, address: req.ip, ...access }));
  const [path = '', ...parameters] = req.originalUrl.split('?');
  for (const [part, text] of Object.entries({ path, parameters: parameters.join('?') })) {
    if (!isPercentEncoded(text)) throw new Problem('invalid_input', `The ${part} of the address cannot be read: wrong percent-encoding`);
  }
}

async function respond(ctx: EarlierContext, endpoint: Endpoint, req: FastifyRequest, res: FastifyReply) {
  const params = req.params as PathParameters;
  const query = req.query as Query;
  const { principal, account } = getOrThrow(authorizedRequests, req);
  const actor: Actor = { kind: 'api_token', id: principal.tokenId, userId: principal.userId };
  const call = {
    ctx: actingAs(account ? withinAccount(ctx, account.id) : ctx, actor),
    principal,
    params,
    query,
    body: req.body,
    isHead: req.method === 'HEAD',
  };
  const result = await inSpan(`${endpoint.method} ${endpoint.path}`, useCaseSpan, () =>
    withTimeout({ timeoutMs: maxRequestMs, timeoutError: () => new TimeLimitExceeded() }, () =>
      endpoint.account ? endpoint.handle({ ...call, account: required(account) }) : endpoint.handle({ ...call, account: null }),
    ),
  );
  if ('file' in result) {
    res.headers({
      'content-type': mediaTypeFor(req.headers.accept),
      'cache-control': 'private, no-store',
      'content-length': result.file.size,
      'content-disposition': `attachment; filename="${result.file.name}"`,
    });
    return res.send(call.isHead ? Readable.from([]) : result.file.read());
  }
  if (result.location !== undefined) res.header('location', result.location);
  const document = renderDocument(result.document, query, ctx.config.earlierAliases);
  return send(req, res.code(result.status ?? 200), document);
}

/** Sends an error document: titles only, without the optional `links.about`. */
function sendError(ctx: EarlierContext, error: Error, req: FastifyRequest, res: FastifyReply) {
  const { status, title, retryAfterSeconds } = errorResponse(error);
  recordProblemCause(req, causeOfError(error));
  if (status >= 500) req.log.error({ err: error }, 'Earlier API request failed');
  if (status === 401) res.header('www-authenticate', `Token realm="${new URL(ctx.config.publicUrl).host}"`);
  if (retryAfterSeconds !== undefined) res.header('retry-after', String(retryAfterSeconds));
  return send(req, res.code(status), { errors: [{ title }] });
}

/** Sends a buffer, because fastify adds a charset to strings, and JSON:API 1.0 does not allow media type parameters. */
function send(req: FastifyRequest, res: FastifyReply, body: unknown) {
  return res
    .headers({ 'content-type': mediaTypeFor(req.headers.accept), 'cache-control': 'private, no-store' })
    .send(Buffer.from(JSON.stringify(body)));
}
