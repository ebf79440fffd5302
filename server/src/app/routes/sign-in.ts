import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { changePassword } from '../../domain/auth/change-password.ts';
import { createFirstAccount, isSetupNeeded } from '../../domain/auth/create-first-account.ts';
import { deleteSession } from '../../domain/auth/delete-session.ts';
import { getPasswordState } from '../../domain/auth/get-password-state.ts';
import { getSession } from '../../domain/auth/get-session.ts';
import { listSessions } from '../../domain/auth/list-sessions.ts';
import { relyingPartyOf } from '../../domain/auth/passkeys/relying-party.ts';
import { signInWithPasskey } from '../../domain/auth/passkeys/sign-in-with-passkey.ts';
import { maxSessionSeconds } from '../../domain/auth/session.ts';
import { type Caller, completeSignIn, signIn } from '../../domain/auth/sign-in.ts';
import { signOutEverywhereElse } from '../../domain/auth/sign-out-everywhere-else.ts';
import { listOwnAccounts } from '../../domain/users/list-own-accounts.ts';
import type { AppContext } from '../context.ts';
import { csrfToken } from '../csrf.ts';
import { type PublicCall, publicRoute, userRoute } from '../route.ts';
import { PasskeyAssertion } from './passkeys.ts';

const Credentials = Type.Object({ email: Type.String({ maxLength: 254 }), password: Type.String({ maxLength: 200 }) });
const SecondFactor = Type.Object({ challenge: Type.String({ maxLength: 100 }), code: Type.String({ maxLength: 40 }) });
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

async function describeSession(ctx: AppContext, cookie: string | undefined) {
  const { id, user, secret } = await getSession(ctx, cookie);
  const { memberships: _, ...person } = user;
  return {
    sessionId: id,
    user: person,
    accounts: await listOwnAccounts(ctx, user),
    hasCompanyLogos: ctx.logos !== undefined,
    csrfToken: csrfToken(secret),
  };
}

function callerOf(req: FastifyRequest): Caller {
  return { address: req.ip, userAgent: req.headers['user-agent'] ?? '' };
}

/** Completes a sign-in: sets the session cookie and returns the session. */
function startSession({ ctx, cookie, res }: Pick<PublicCall, 'ctx' | 'cookie' | 'res'>, secret: string) {
  cookie.write(res, secret, maxSessionSeconds);
  res.code(201);
  return describeSession(ctx, secret);
}

/** Sign-in and sign-out, the user's sessions, and the setup of a new installation. */
export const signInRoutes = [
  publicRoute({ method: 'GET', path: '/session', handle: ({ ctx, cookie, req }) => describeSession(ctx, cookie.read(req)) }),
  publicRoute({
    method: 'POST',
    path: '/session',
    body: Credentials,
    handle: async (call) => {
      const step = await signIn(call.ctx, call.body, callerOf(call.req));
      return 'challenge' in step ? step : startSession(call, step.session);
    },
  }),
  publicRoute({
    method: 'POST',
    path: '/session/second-factor',
    body: SecondFactor,
    handle: async (call) => startSession(call, await completeSignIn(call.ctx, call.body, callerOf(call.req))),
  }),
  publicRoute({
    method: 'POST',
    path: '/session/passkey',
    body: PasskeyAssertion,
    handle: async (call) => {
      const { ctx, body, req } = call;
      const { userAgent } = callerOf(req);
      return startSession(call, await signInWithPasskey(ctx, { response: body, publicUrl: ctx.publicUrl, userAgent }));
    },
  }),
  userRoute({
    method: 'DELETE',
    path: '/session',
    handle: async ({ ctx, user, sessionId, cookie, res }) => {
      await deleteSession(ctx, user.id, sessionId);
      cookie.clear(res);
    },
  }),
  userRoute({
    method: 'GET',
    path: '/sessions',
    handle: async ({ ctx, user, sessionId }) =>
      (await listSessions(ctx, user.id)).map((session) => ({ ...session, isCurrent: session.id === sessionId })),
  }),
  userRoute({ method: 'DELETE', path: '/sessions', handle: ({ ctx, user, sessionId }) => signOutEverywhereElse(ctx, user.id, sessionId) }),
  userRoute({
    method: 'DELETE',
    path: '/sessions/:sessionId',
    handle: ({ ctx, user, params }) => deleteSession(ctx, user.id, params.sessionId),
  }),
  userRoute({ method: 'GET', path: '/password', handle: ({ ctx, user }) => getPasswordState(ctx, user) }),
  userRoute({
    method: 'POST',
    path: '/password',
    body: PasswordChange,
    handle: ({ ctx, user, sessionId, body, req }) => changePassword(ctx, user, { ...body, sessionId, address: req.ip }),
  }),
  publicRoute({
    method: 'GET',
    path: '/sign-in-options',
    handle: async ({ ctx: { identityProvider, publicUrl } }) => ({
      identityProvider: identityProvider?.name ?? null,
      allowsPasswords: identityProvider?.allowsPasswords ?? true,
      allowsPasskeys: relyingPartyOf(publicUrl) !== null,
    }),
  }),
  publicRoute({ method: 'GET', path: '/set-up', handle: async ({ ctx }) => ({ needed: await isSetupNeeded(ctx) }) }),
  publicRoute({
    method: 'POST',
    path: '/set-up',
    body: FirstAccount,
    handle: async (call) => startSession(call, await createFirstAccount(call.ctx, call.body, callerOf(call.req))),
  }),
];
