import type { FastifyInstance } from 'fastify';
import Type, { type Static } from 'typebox';
import { changePassword } from '../../domain/auth/change-password.ts';
import { endSession } from '../../domain/auth/delete-session.ts';
import { findSession } from '../../domain/auth/get-session.ts';
import { listSessions } from '../../domain/auth/list-sessions.ts';
import { longestSeconds } from '../../domain/auth/session.ts';
import { isSetUpNeeded, setUp } from '../../domain/auth/set-up.ts';
import { signIn } from '../../domain/auth/sign-in.ts';
import { signOutEverywhere } from '../../domain/auth/sign-out-everywhere.ts';
import { listOwnAccounts } from '../../domain/users/list-own-accounts.ts';
import type { SessionCookie } from '../../http/session-cookie.ts';
import type { AppContext } from '../context.ts';
import { forgeryToken, requireForgeryToken } from '../forgery.ts';

const Credentials = Type.Object({ email: Type.String({ maxLength: 254 }), password: Type.String({ maxLength: 200 }) });
const PasswordChange = Type.Object({ current: Type.String({ maxLength: 200 }), password: Type.String({ maxLength: 200 }) });
const FirstAccount = Type.Object({
  token: Type.String({ maxLength: 100 }),
  accountName: Type.String({ maxLength: 200 }),
  timezone: Type.String({ maxLength: 100 }),
  email: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 200 }),
  firstName: Type.String({ maxLength: 100 }),
  lastName: Type.String({ maxLength: 100 }),
});

/** Signing in and out, the sessions of a user, and the set-up of an installation that has no user yet. */
export function addEntrance(api: FastifyInstance, ctx: AppContext, cookie: SessionCookie): void {
  const describe = async (secret: string | undefined) => {
    const { id, user } = await findSession(ctx, secret);
    const { memberships: _, ...person } = user;
    return { sessionId: id, user: person, accounts: await listOwnAccounts(ctx, user), csrfToken: forgeryToken(secret!) };
  };

  api.get('/session', async (req) => describe(cookie.read(req)));

  api.post<{ Body: Static<typeof Credentials> }>('/session', { schema: { body: Credentials } }, async (req, res) => {
    const secret = await signIn(ctx, req.body, { address: req.ip, userAgent: req.headers['user-agent'] ?? '' });
    cookie.write(res, secret, longestSeconds);
    return res.code(201).send(await describe(secret));
  });

  api.delete('/session', async (req, res) => {
    const secret = cookie.read(req);
    const { id, user } = await findSession(ctx, secret);
    requireForgeryToken(req, secret!);
    await endSession(ctx, user.id, id);
    cookie.clear(res);
    return res.code(204).send();
  });

  api.get('/sessions', async (req) => {
    const { id, user } = await findSession(ctx, cookie.read(req));
    return (await listSessions(ctx, user.id)).map((session) => ({ ...session, isCurrent: session.id === id }));
  });

  api.delete('/sessions', async (req, res) => {
    const secret = cookie.read(req);
    const { id, user } = await findSession(ctx, secret);
    requireForgeryToken(req, secret!);
    await signOutEverywhere(ctx, user.id, id);
    return res.code(204).send();
  });

  api.delete<{ Params: { sessionId: string } }>('/sessions/:sessionId', async (req, res) => {
    const secret = cookie.read(req);
    const { user } = await findSession(ctx, secret);
    requireForgeryToken(req, secret!);
    await endSession(ctx, user.id, req.params.sessionId);
    return res.code(204).send();
  });

  api.post<{ Body: Static<typeof PasswordChange> }>('/password', { schema: { body: PasswordChange } }, async (req, res) => {
    const secret = cookie.read(req);
    const { id, user } = await findSession(ctx, secret);
    requireForgeryToken(req, secret!);
    await changePassword(ctx, user, { ...req.body, sessionId: id, address: req.ip });
    return res.code(204).send();
  });

  api.get('/set-up', async () => ({ needed: await isSetUpNeeded(ctx) }));

  api.post<{ Body: Static<typeof FirstAccount> }>('/set-up', { schema: { body: FirstAccount } }, async (req, res) => {
    const secret = await setUp(ctx, req.body, { address: req.ip, userAgent: req.headers['user-agent'] ?? '' });
    cookie.write(res, secret, longestSeconds);
    return res.code(201).send(await describe(secret));
  });
}
