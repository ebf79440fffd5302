import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actingAs, userActor } from '../domain/audit/actor.ts';
import { getSession } from '../domain/auth/get-session.ts';
import { findChangeMark, markChange } from '../domain/live/change-mark.ts';
import { Problem } from '../domain/problem.ts';
import type { Membership } from '../domain/users/roles.ts';
import type { UserWithMemberships } from '../domain/users/user.ts';
import { withinAccount } from '../domain/within-account.ts';
import { acceptedEncoding, encodeJson, setEncoding } from '../http/compress-response.ts';
import type { SessionCookie } from '../http/session-cookie.ts';
import { getOrThrow } from '../lib/get-or-throw.ts';
import { inSpan } from '../lib/tracing.ts';
import type { AppContext } from './context.ts';
import { requireCsrfToken } from './csrf.ts';
import { type AccountCall, type AccountRoute, requirePermission } from './route.ts';
import { accountRoutes } from './routes/index.ts';
import type { Streams } from './stream.ts';

const routes: AccountRoute[] = accountRoutes;
const useCaseSpan = { attributes: { 'leadlight.span': 'use case' } };

const versionHeader = 'x-data-version';
const changeMarkHeader = 'x-change-mark';
/** Versions are hashes. */
const maxVersionLength = 64;
/** Estimated CPU time of a request that is answered with a shared response. */
const sharedCostMs = 2;

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
    const membership = user.memberships.find((candidate) => candidate.accountId === accountId);
    if (!membership) throw new Problem('not_found', 'There is no such account, or you are not one of its users.');
    admitted.set(req, { user, membership });
    return membership;
  };
  for (const route of routes) {
    const { method, path, permission, query, body } = route;
    api.route({
      method,
      url: `/accounts/:accountId${path}`,
      schema: { ...(query ? { querystring: query } : {}), ...(body ? { body } : {}) },
      onRequest: async (req) => requirePermission(await admit(req), permission),
      handler: async (req, res) => {
        const { user, membership } = getOrThrow(admitted, req);
        const { accountId } = membership;
        const params = req.params as Record<string, string>;
        const accountCtx = withinAccount(ctx, accountId);
        const call = {
          ctx: route.isShared ? accountCtx : actingAs(accountCtx, userActor(user.id)),
          accountId,
          membership,
          user,
          params,
          query: req.query,
          body: req.body,
          req,
          res,
        };
        const result = await (method === 'GET' ? read(route, call) : change(route, call));
        return result === undefined ? res.code(204).send() : result;
      },
    });
  }
  api.get('/accounts/:accountId/stream', { onRequest: async (req) => void (await admit(req)) }, (req, res) => {
    const { accountId } = getOrThrow(admitted, req).membership;
    streams.begin(res, ctx.changes, accountId, () => hasAccess(ctx, cookie.read(req), accountId));
  });
}

function run({ method, path, handle }: AccountRoute, call: AccountCall): Promise<unknown> {
  return inSpan(`${method} ${path}`, useCaseSpan, () => handle(call));
}

/** Runs a request that changes data. The mark in the response lets the page recognize and ignore the notification of its own change. */
async function change(route: AccountRoute, call: AccountCall): Promise<unknown> {
  try {
    return await run(route, call);
  } finally {
    // A request may have changed something before it failed. Failing to write the mark does not undo the change.
    const mark = await markChange(call.ctx, call.accountId).catch((error) => {
      call.req.log.warn({ err: error }, 'Open pages could not be notified of a change');
      return null;
    });
    if (mark !== null) call.res.header(changeMarkHeader, mark);
  }
}

/** Runs a request that reads data. After a notification, pages send the version that it named, and can share responses. */
async function read(route: AccountRoute, call: AccountCall): Promise<unknown> {
  const version = call.req.headers[versionHeader];
  if (typeof version !== 'string' || version.length > maxVersionLength) return run(route, call);
  const startMs = performance.now();
  let isComputed = !route.isShared;
  const compute = () => {
    isComputed = true;
    return run(route, call);
  };
  try {
    return route.isShared ? await readShared(call, version, compute) : await compute();
  } finally {
    call.ctx.changes.addCost(call.accountId, isComputed ? performance.now() - startMs : sharedCostMs);
  }
}

async function readShared(call: AccountCall, version: string, compute: () => Promise<unknown>): Promise<string | Buffer> {
  const { ctx, accountId, req, res } = call;
  const encoding = acceptedEncoding(req);
  // The path contains the account. The mark makes sure that users see changes that were made after the notification, such as their own.
  const key = JSON.stringify([req.url, version, await findChangeMark(ctx, accountId), encoding]);
  const response = await ctx.sharedResponses.get(key, async () => encodeJson(JSON.stringify(await compute()), encoding));
  setEncoding(res, response.encoding);
  // Not chained to the return value: awaiting a reply waits until the client has received the response.
  res.type('application/json; charset=utf-8');
  return response.payload;
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
