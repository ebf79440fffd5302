import type { FastifyInstance, FastifyReply } from 'fastify';
import { limitAttempts } from '../domain/auth/attempt-limits.ts';
import type { IdentityProvider, SignInChecks } from '../domain/auth/oidc/identity-provider.ts';
import { signInWithIdentity } from '../domain/auth/oidc/sign-in-with-identity.ts';
import { maxSessionSeconds } from '../domain/auth/session.ts';
import { Problem } from '../domain/problem.ts';
import { SessionCookie } from '../http/session-cookie.ts';
import { clientNetwork } from '../lib/client-network.ts';
import type { AppContext } from './context.ts';

const sealPurpose = 'oidc sign-in';
const validSeconds = 600;
/** Browsers drop cookies of more than 4,096 bytes. */
const maxReturnLength = 2000;

type PendingSignIn = { checks: SignInChecks; returnTo: string; expiresAtMs: number };

/**
 * Sign-in with the identity provider: one redirect to the provider, and one back. An encrypted cookie holds the values that verify the
 * response, so only the browser that started the sign-in can complete it. A failure redirects to the sign-in page with a reason code and the
 * requested path, to which the next attempt returns.
 */
export function addOidcRoutes(api: FastifyInstance, ctx: AppContext, session: SessionCookie): void {
  const provider = ctx.identityProvider;
  if (!provider) return;
  const cookie = new SessionCookie(ctx.publicUrl, 'leadlight_oidc');
  const redirectUri = `${ctx.publicUrl}/app/api/oidc/callback`;

  api.get<{ Querystring: { return?: unknown } }>('/oidc/start', async (req, res) => {
    const returnTo = localPath(req.query.return);
    try {
      await limitAttempts(ctx, { subject: `oidc:${clientNetwork(req.ip)}`, maxAttempts: 300, windowMinutes: 15 });
      const { url, checks } = await provider.begin(redirectUri);
      const pending: PendingSignIn = {
        checks,
        returnTo,
        expiresAtMs: ctx.clock.now().getTime() + validSeconds * 1000,
      };
      cookie.write(res, seal(ctx, pending), validSeconds);
      return res.redirect(url, 303);
    } catch (error) {
      req.log.warn({ err: error }, 'Could not start a sign-in with the identity provider');
      return redirectWithError(res, error instanceof Problem ? 'too_many' : 'unavailable', returnTo);
    }
  });

  api.get('/oidc/callback', async (req, res) => {
    const pending = open(ctx, cookie.read(req));
    cookie.clear(res);
    if (!pending) return redirectWithError(res, 'expired', '/');
    const { returnTo } = pending;
    if (pending.expiresAtMs < ctx.clock.now().getTime()) return redirectWithError(res, 'expired', returnTo);
    const identity = await complete(provider, `${redirectUri}${req.url.slice(req.url.indexOf('?'))}`, pending.checks);
    if (!identity) return redirectWithError(res, 'refused', returnTo);
    try {
      const result = await signInWithIdentity(ctx, provider, identity, req.headers['user-agent'] ?? '');
      if ('refused' in result) return redirectWithError(res, result.refused, returnTo);
      session.write(res, result.session, maxSessionSeconds);
      return res.redirect(returnTo, 303);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      req.log.warn({ err: error }, 'Could not sign in a person whom the identity provider has authenticated');
      return redirectWithError(res, 'failed', returnTo);
    }
  });

  async function complete(identityProvider: IdentityProvider, url: string, checks: SignInChecks) {
    try {
      return await identityProvider.complete(url, checks);
    } catch (error) {
      ctx.log.warn({ err: error }, 'The identity provider’s response was rejected');
      return null;
    }
  }
}

function redirectWithError(res: FastifyReply, reason: string, returnTo: string) {
  const params = new URLSearchParams({ failed: reason, ...(returnTo !== '/' && { continue: returnTo }) });
  return res.redirect(`/sign-in?${params}`, 303);
}

/**
 * Prevents open redirects: allows only paths of this service, not `//host` or `/\host`. Browsers ignore tabs and line breaks in URLs. The
 * query of a URL that is too long for the cookie is removed.
 */
function localPath(url: unknown): string {
  if (typeof url !== 'string' || !/^\/(?![/\\])[!-~]*$/.test(url)) return '/';
  const path = url.length > maxReturnLength ? url.replace(/[?#].*/, '') : url;
  return path.length > maxReturnLength ? '/' : path;
}

function seal({ secrets }: AppContext, pending: PendingSignIn): string {
  if (!secrets) throw new Error('This process has no key for secrets.');
  return secrets.seal(Buffer.from(JSON.stringify(pending)), sealPurpose).toString('base64url');
}

function open({ secrets }: AppContext, value: string | undefined): PendingSignIn | null {
  const plain = value === undefined ? null : (secrets?.open(Buffer.from(value, 'base64url'), sealPurpose) ?? null);
  return plain === null ? null : JSON.parse(plain.toString());
}
