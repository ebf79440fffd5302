import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../domain/problem.ts';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];
const tokenHeader = 'x-csrf-token';

/** The token is derived from the session secret. Other sites can make a browser send the cookie, but cannot read it to derive the token. */
export function csrfToken(sessionSecret: string): string {
  return createHmac('sha256', sessionSecret).update('leadlight csrf token').digest('base64url');
}

/** Rejects state-changing cross-site requests. Old browsers do not send Sec-Fetch-Site, but they do send Origin. */
export function rejectCrossSiteRequest(req: FastifyRequest, publicUrl: string): void {
  if (safeMethods.includes(req.method)) return;
  const { origin, 'sec-fetch-site': site } = req.headers;
  const isCrossSite = site !== undefined && site !== 'same-origin' && site !== 'none';
  const isCrossOrigin = origin !== undefined && origin !== publicUrl && hostOf(origin) !== req.host;
  if (isCrossSite || isCrossOrigin) throw new Problem('forbidden', 'This request comes from another site and was rejected.');
}

export function requireCsrfToken(req: FastifyRequest, sessionSecret: string): void {
  if (safeMethods.includes(req.method)) return;
  const token = Buffer.from(String(req.headers[tokenHeader] ?? ''));
  const expected = Buffer.from(csrfToken(sessionSecret));
  if (token.length !== expected.length || !timingSafeEqual(token, expected)) {
    throw new Problem('forbidden', 'This page is out of date. Reload it.');
  }
}

function hostOf(origin: string): string | null {
  return URL.canParse(origin) ? new URL(origin).host : null;
}
