import type { KoaContextWithOIDC } from 'oidc-provider';
import { isRecord } from '../lib/is-record.ts';

/** Corrects two errors that the library reports with codes other than those that RFC 6749, 5.2 requires. */
export function correctErrors(koa: Pick<KoaContextWithOIDC, 'body' | 'status' | 'set'>): void {
  const { body } = koa;
  if (!isRecord(body) || body.error !== 'invalid_request') return;
  if (body.error_description === 'requested grant type is not allowed for this client') {
    koa.body = { ...body, error: 'unauthorized_client' };
    koa.status = 400;
  } else if (body.error_description === 'no client authentication mechanism provided') {
    koa.body = { ...body, error: 'invalid_client' };
    koa.status = 401;
    koa.set('WWW-Authenticate', 'Basic realm="oauth"');
  }
}
