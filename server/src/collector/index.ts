import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../domain/problem.ts';
import type { CookieConsent } from '../domain/settings/cookie-consent.ts';
import { answerOf } from './answers.ts';
import { collect } from './collect.ts';
import { collectGif } from './collect-gif.ts';
import type { CollectorContext } from './context.ts';
import { trackerScript } from './tracker-script.ts';

export type { CookieConsent };

/** The tracker's endpoints. They answer anyone on the web, so they tell little and limit everyone. */
export function collectorDoor(ctx: CollectorContext) {
  return async (door: FastifyInstance) => {
    // Beacons come as text/plain, which spares the browser a question beforehand; whatever the type says, it is JSON.
    door.removeAllContentTypeParsers();
    door.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 64 * 1024 }, (_req, body, done) => done(null, body));
    door.addHook('onRequest', async (req, res) => {
      res.header('access-control-allow-origin', '*');
      res.header('cross-origin-resource-policy', 'cross-origin');
      if (!ctx.flood.allows(req.ip))
        throw new Problem('too_many_requests', { title: 'Too many requests from this address.', retryAfterSeconds: 1 });
    });
    door.setErrorHandler((error: Error, req, res) => fail(error, req, res));
    door.options('/collect', async (_req, res) =>
      res
        .code(204)
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type',
          'access-control-max-age': '86400',
        })
        .send(),
    );
    door.post('/collect', collect(ctx));
    door.get('/collect.gif', collectGif(ctx));
    door.get('/t/:file', trackerScript(ctx));
  };
}

function fail(error: Error, req: FastifyRequest, res: FastifyReply) {
  const { status, title, retryAfterSeconds } = answerOf(error);
  if (status === 500) req.log.error({ err: error }, 'The collector failed');
  if (retryAfterSeconds !== undefined) res.header('retry-after', String(retryAfterSeconds));
  return res.code(status).send({ errors: [{ title }] });
}
