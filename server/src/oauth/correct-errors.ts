import type { KoaContextWithOIDC } from 'oidc-provider';

type Answer = { error?: string; error_description?: string };

/** The library reports two errors with other codes than RFC 6749, 5.2 requires. */
export function correctErrors(koa: Pick<KoaContextWithOIDC, 'body' | 'status' | 'set'>): void {
  const answer = koa.body as Answer | undefined;
  if (answer?.error !== 'invalid_request') return;
  if (answer.error_description === 'requested grant type is not allowed for this client') {
    koa.body = { ...answer, error: 'unauthorized_client' };
    koa.status = 400;
  } else if (answer.error_description === 'no client authentication mechanism provided') {
    koa.body = { ...answer, error: 'invalid_client' };
    koa.status = 401;
    koa.set('WWW-Authenticate', 'Basic realm="oauth"');
  }
}
