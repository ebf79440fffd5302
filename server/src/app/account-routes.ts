import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actingAs, userActor } from '../domain/audit/actor.ts';
import { getSession } from '../domain/auth/get-session.ts';
import { Problem } from '../domain/problem.ts';
import type { Membership } from '../domain/users/roles.ts';
import type { UserWithMemberships } from '../domain/users/user.ts';
import { withinAccount } from '../domain/within-account.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { getOrThrow } from '../lib/get-or-throw.ts';
import { inSpan } from '../lib/tracing.ts';
import type { AppContext } from './context.ts';
import { requireCsrfToken } from './csrf.ts';
import { type AccountRoute, requirePermission } from './route.ts';
import { accountRoutes } from './routes/index.ts';
import type { Streams } from './stream.ts';

const routes: AccountRoute[] = accountRoutes;
const useCaseSpan = { attributes: { 'leadlight.span': 'use case' } };

type Admitted = { user: UserWithMemberships; membership: Membership };

/**
 * Registers all routes within an account. Membership and permission are checked here, for every route alike and before the body
 * is parsed; an account that the user does not belong to gets the same response as one that does not exist.
 */
export function addAccountRoutes(api: FastifyInstance, ctx: AppContext, cookie: SessionCookie, streams: Streams): void {
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  const admit = async (req: FastifyRequest) => {
    const { user, secret } = await getSession(ctx, cookie.read(req));
    requireCsrfToken(req, secret);
    const { accountId } = req.params as { accountId: string };
    const membership = user.memberships.find((one) => one.accountId === accountId);
    if (!membership) throw new Problem('not_found', 'There is no such account, or you are not one of its users.');
    admitted.set(req, { user, membership });
    return membership;
  };
  for (const { method, path, permission, query, body, handle } of routes) {
    api.route({
      method,
      url: `/accounts/:accountId${path}`,
      schema: { ...(query ? { querystring: query } : {}), ...(body ? { body } : {}) },
      onRequest: async (req) => requirePermission(await admit(req), permission),
      handler: async (req, res) => {
        const { user, membership } = getOrThrow(admitted, req);
        const { accountId } = membership;
        const params = req.params as Record<string, string>;
        const accountCtx = actingAs(withinAccount(ctx, accountId), userActor(user.id));
        const call = { ctx: accountCtx, accountId, membership, user, params, query: req.query, body: req.body, req, res };
        const result = await inSpan(`${method} ${path}`, useCaseSpan, () => handle(call));
        return result === undefined ? res.code(204).send() : result;
      },
    });
  }
  api.get('/accounts/:accountId/stream', { onRequest: async (req) => void (await admit(req)) }, (req, res) => {
    const { accountId } = getOrThrow(admitted, req).membership;
    streams.begin(res, ctx.changes, accountId, () => hasAccess(ctx, cookie.read(req), accountId));
  });
}

/**
 * Returns true while the database is unavailable and access cannot be checked, so that streams stay open. They carry only change
 * notifications, no data.
 */
async function hasAccess(ctx: AppContext, secret: string | undefined, accountId: string): Promise<boolean> {
  try {
    const { user } = await getSession(ctx, secret);
    return user.memberships.some((membership) => membership.accountId === accountId);
  } catch (error) {
    return !(error instanceof Problem);
  }
}
