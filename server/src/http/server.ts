import { randomUUID } from 'node:crypto';
import type { Server as HttpServer } from 'node:http';
import fastify, { type FastifyHttpOptions, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { notReady } from '../domain/not-ready.ts';
import { firstOf } from '../lib/first-of.ts';
import { routablePath } from '../lib/percent-encoding.ts';
import { withoutPort } from '../lib/without-port.ts';
import { lazyValidator } from './lazy-validator.ts';
import { recordProblemCause } from './problem-cause.ts';
import { respondToMalformedRequest } from './respond-to-malformed-request.ts';
import { traceRequests } from './trace-requests.ts';

export type Server = FastifyInstance;

const shutdownTimeoutMs = 4000;
/** Time limit for receiving a request. */
const receiveTimeoutMs = 30_000;
const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;

/** The HTTP server shared by all interfaces. Each interface is a plugin with its own error format. */
export function createServer(config: Pick<Config, 'trustProxy' | 'publicUrl'>, log: Logger, { hasQuietRequests = false } = {}): Server {
  // At level `warn`, only problems are logged, not every request.
  const requestLog = hasQuietRequests && log.level === 'info' ? log.child({}, { level: 'warn' }) : log;
  const options: FastifyHttpOptions<HttpServer> = {
    loggerInstance: requestLog,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustProxyOption(config.trustProxy),
    bodyLimit: 1024 * 1024,
    requestTimeout: receiveTimeoutMs,
    // Timeouts are only checked at this interval, and a stalled body only after the headers' timeout; the defaults add up to 90 s.
    http: { headersTimeout: receiveTimeoutMs, connectionsCheckingInterval: 2000 },
    keepAliveTimeout: 72_000,
    routerOptions: { ignoreDuplicateSlashes: true, maxParamLength: 500 },
    // Makes undecodable paths routable, so that each interface can refuse them in its own error format.
    rewriteUrl: (req) => routablePath(req.url ?? '/'),
    clientErrorHandler: (error, socket) => respondToMalformedRequest(error, socket, requestLog),
    genReqId: (req) => requestId(req.headers['x-request-id']),
  };
  const server: Server = fastify(options);
  server.setValidatorCompiler(lazyValidator);
  traceRequests(server);
  endConnections(server);
  respondWhenNotReady(server);
  // Unknown paths are rejected in the shared format, with the same text as in the earlier API.
  server.setNotFoundHandler((req, res) =>
    res.code(404).send({ errors: [{ title: `There is nothing at ${req.method} ${req.url.split('?', 1)[0]}` }] }),
  );
  server.addHook('onRequest', async (req, res) => {
    const forwarded = req.headers['x-forwarded-for'];
    // Otherwise `req.ip` would contain the port, and every connection would count as a different client.
    if (typeof forwarded === 'string')
      req.raw.headers['x-forwarded-for'] = forwarded
        .split(',')
        .map((hop) => withoutPort(hop.trim()))
        .join(', ');
    res.header('x-request-id', req.id);
    res.header('x-content-type-options', 'nosniff');
    if (config.publicUrl.startsWith('https:')) res.header('strict-transport-security', 'max-age=31536000');
  });
  server.addHook('onResponse', async (req, res) => {
    req.log[isQuiet(req) ? 'debug' : 'info'](
      { method: req.method, path: pathOf(req), status: res.statusCode, ms: Math.round(res.elapsedTime * 10) / 10 },
      'request',
    );
  });
  return server;
}

/** Default error handler: responds with 503 to transient errors. Most interfaces replace it with their own. */
function respondWhenNotReady(server: Server) {
  server.setErrorHandler((error, req, res) => {
    const problem = notReady(error);
    if (!problem) throw error;
    req.log.error({ err: error }, 'The service was not ready for a request');
    recordProblemCause(req, problem.details.cause);
    const { title, retryAfterSeconds } = problem.details;
    return res
      .code(503)
      .header('retry-after', String(retryAfterSeconds))
      .send({ errors: [{ title }] });
  });
}

/** Graceful shutdown: closes each connection when its request has finished, and all of them after a time limit. */
function endConnections(server: Server) {
  const timers: NodeJS.Timeout[] = [];
  server.addHook('preClose', async () => {
    timers.push(setInterval(() => server.server.closeIdleConnections(), 50));
    timers.push(setTimeout(() => server.server.closeAllConnections(), shutdownTimeoutMs));
  });
  server.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer);
  });
}

function trustProxyOption(proxies: Config['trustProxy']): boolean | string[] | ((address: string, hop: number) => boolean) {
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : proxies;
}

/** Uses the client's request id if it is a UUID, so that requests can be found in the logs of both sides. */
function requestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && uuidPattern.test(header) ? header : randomUUID();
}

/** Returns the path without the query, which may contain personal data. */
function pathOf(req: { url: string }): string {
  return firstOf(req.url.split('?', 1));
}

/** Requests for these paths are so frequent that they are logged at level `debug` only. */
const quietPaths = ['/collect', '/collect.gif', '/v1/collect', '/healthz', '/readyz'];

function isQuiet(req: { url: string }): boolean {
  const path = pathOf(req);
  return quietPaths.includes(path) || path.startsWith('/t/');
}
