import type { KoaContextWithOIDC, Provider } from 'oidc-provider';
import { SessionCookie } from '../http/session-cookie.ts';
import type { OauthContext } from './context.ts';
import { findSession } from './find-session.ts';

/**
 * Accepts a session of the authorization server only in a browser that is signed in to Leadlight as the same user. When that user
 * signs out, the session of the authorization server ends as well, and its cookie alone gives no access.
 */
export function bindSessions(ctx: OauthContext, provider: Provider): void {
  const cookie = new SessionCookie(ctx.config.publicUrl);
  const { Session } = provider;
  const get = Session.get.bind(Session);
  Session.get = async (koa) => {
    const session = await get(koa);
    if (session.accountId === undefined || session.accountId === (await findSession(ctx, cookie.read(koa.req)))?.user.id) return session;
    await session.destroy();
    const fresh = new Session();
    (koa as KoaContextWithOIDC).oidc?.entity('Session', fresh);
    return fresh;
  };
}
