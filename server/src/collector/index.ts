import compress from '@fastify/compress';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordProblemCause } from '../http/problem-cause.ts';
import { itemAt } from '../lib/item-at.ts';
import { collect } from './collect.ts';
import { collectGif, pixelHeaders } from './collect-gif.ts';
import type { CollectorContext } from './context.ts';
import { allowOrigin, preflightHeaders } from './cross-origin.ts';
import { errorResponse } from './error-response.ts';
import { addFastPath } from './fast-path.ts';
import { observeCollect } from './observe-collect.ts';
import { servePlainConnections } from './plain-connections.ts';
import { tooManyRequests } from './rate-limit.ts';
import { trackerScript } from './tracker-script.ts';

/** The tracker's endpoints. They are open to the public, so errors reveal little and every sender is rate limited. */
export function collectorPlugin(ctx: CollectorContext) {
  return async (fastify: FastifyInstance) => {
    fastify.addHook('onRequest', async (req, res) => {
      const allowed = allowOrigin(req.headers.origin);
      for (let index = 0; index < allowed.length; index += 2) res.header(itemAt(allowed, index), allowed[index + 1]);
      if (req.method !== 'POST' && !ctx.rateLimit.allows(ctx.addressOf(req.raw))) throw tooManyRequests();
    });
    fastify.setErrorHandler((error: Error, req, res) => fail(error, req, res));
    fastify.options('/collect', async (_req, res) => res.code(204).headers(preflightHeaders).send());
    const collectEvents = collect(ctx);
    const observed = observeCollect(ctx, collectEvents);
    if (ctx.config.collectHttp === 'own') servePlainConnections(fastify, '/collect', observed);
    addFastPath(fastify, '/collect', { collect: collectEvents, observed });
    // Programs that check links send HEAD requests, which are no page views.
    fastify.head('/collect.gif', async (_req, res) => res.headers(pixelHeaders).send());
    fastify.get('/collect.gif', { exposeHeadRoute: false }, collectGif(ctx));
    // Every page of a customer's site loads the script, so compress it even without a proxy.
    await fastify.register(compress, { global: false });
    fastify.get('/t/:file', { compress: { encodings: ['br', 'gzip'], threshold: 1024 } }, trackerScript(ctx));
  };
}

function fail(error: Error, req: FastifyRequest, res: FastifyReply) {
  const { status, title, retryAfterSeconds, cause } = errorResponse(error);
  recordProblemCause(req, cause);
  if (status === 500) req.log.error({ err: error }, 'Collector request failed');
  if (retryAfterSeconds !== undefined) res.header('retry-after', String(retryAfterSeconds));
  return res.code(status).send({ errors: [{ title }] });
}
