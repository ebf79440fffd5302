import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getSession } from '../domain/auth/get-session.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import type { AppContext } from './context.ts';
import { requireCsrfToken } from './csrf.ts';
import type { PublicRoute, UserRoute } from './route.ts';
import { unscopedRoutes } from './routes/index.ts';

const routes: (PublicRoute | UserRoute)[] = unscopedRoutes;

/** Registers the routes that are not scoped to an account. User routes require a session and, to change anything, its CSRF token. */
export function addUnscopedRoutes(api: FastifyInstance, ctx: AppContext, cookie: SessionCookie): void {
  const authenticate = async (req: FastifyRequest) => {
    const { id, user, secret } = await getSession(ctx, cookie.read(req));
    requireCsrfToken(req, secret);
    return { user, sessionId: id };
  };
  for (const route of routes) {
    const { method, path, query, body } = route;
    api.route({
      method,
      url: path,
      schema: { ...(query ? { querystring: query } : {}), ...(body ? { body } : {}) },
      handler: async (req, res) => {
        const call = { ctx, cookie, params: req.params as Record<string, string>, query: req.query, body: req.body, req, res };
        const result = await (route.access === 'user' ? route.handle({ ...call, ...(await authenticate(req)) }) : route.handle(call));
        return result === undefined ? res.code(204).send() : result;
      },
    });
  }
}
