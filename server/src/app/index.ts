import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../domain/context.ts';
import type { Identifier } from '../domain/identification/identifier.ts';
import { Problem } from '../domain/problem.ts';
import { jsonBody } from '../http/json-body.ts';
import { unstorableText } from '../lib/storable-text.ts';
import { addAccountRoutes } from './account-routes.ts';
import { refusalOf } from './answers.ts';
import { ChangeWatch } from './change-watch.ts';
import { refuseForeignOrigin } from './forgery.ts';
import { addPages } from './pages.ts';
import { addEntrance } from './routes/entrance.ts';
import { addInvitationLinks } from './routes/invitation-links.ts';
import { securityHeaders } from './security-headers.ts';
import { SessionCookie } from './session-cookie.ts';
import { Streams } from './stream.ts';

export type AppOptions = { ctx: Context & { identifier: Identifier }; publicUrl: string };

/** The web application and the private interface behind it. */
export function appDoor({ ctx: context, publicUrl }: AppOptions) {
  return async (door: FastifyInstance) => {
    const ctx = { ...context, publicUrl, changes: new ChangeWatch(context) };
    const cookie = new SessionCookie(publicUrl);
    const streams = new Streams();
    door.addHook('onRequest', async (_req, res) => {
      res.headers(securityHeaders);
    });
    door.addHook('preClose', async () => {
      streams.endAll();
      ctx.changes.stop();
    });
    addPages(door);
    await door.register(
      async (api) => {
        api.setErrorHandler(fail);
        api.setNotFoundHandler((_req, res) => res.code(404).send({ code: 'not_found', title: 'There is nothing here.' }));
        api.addHook('onRequest', async (req, res) => {
          res.header('cache-control', 'no-store');
          refuseForeignOrigin(req, publicUrl);
        });
        api.removeContentTypeParser('application/json');
        api.addContentTypeParser('application/json', { parseAs: 'string' }, jsonBody(api));
        api.addHook('preValidation', async (req) => {
          const field = unstorableText([req.params, req.query, req.body]);
          if (field !== null) throw new Problem('invalid_input', 'A text holds a character that cannot be kept.');
        });
        addEntrance(api, ctx, cookie);
        addInvitationLinks(api, ctx, cookie);
        addAccountRoutes(api, ctx, cookie, streams);
      },
      { prefix: '/app/api' },
    );
  };
}

function fail(error: FastifyError, req: FastifyRequest, res: FastifyReply) {
  const { status, retryAfterSeconds, ...refusal } = refusalOf(error);
  if (status >= 500) req.log.error({ err: error }, 'The web application’s interface failed');
  if (retryAfterSeconds !== undefined) res.header('retry-after', String(retryAfterSeconds));
  return res.code(status).send(refusal);
}
