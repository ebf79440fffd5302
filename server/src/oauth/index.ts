import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countRequest } from '../domain/auth/count-request.ts';
import { recordProblemCause } from '../http/problem-cause.ts';
import { clientNetwork } from '../lib/client-network.ts';
import { browserLanguage } from './browser-language.ts';
import type { OauthContext } from './context.ts';
import { createProvider } from './create-provider.ts';
import { addInteractions, pagePolicy, sendPage } from './interactions.ts';
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts';
import { pageTexts } from './page-texts.ts';
import { errorPage } from './pages.ts';

const providerRoutes = ['/oauth/authorize', '/oauth/authorize/*', '/oauth/token', '/oauth/revoke', '/oauth/introspect', '/oauth/jwks'];

/** Authorization requests per client network. A user who connects an app makes one. */
const authorizationsPerMinute = 60;

export function oauthPlugin(ctx: OauthContext) {
  return async (fastify: FastifyInstance) => {
    const provider = await createProvider(ctx);
    const callback = provider.callback();
    const metadata = authorizationServerMetadata(ctx);
    fastify.get('/.well-known/oauth-authorization-server', async (_req, res) =>
      res.header('access-control-allow-origin', '*').send(metadata),
    );
    for (const path of ['', '/v1']) {
      const resource = protectedResourceMetadata(ctx, path);
      fastify.get(`/.well-known/oauth-protected-resource${path}`, async (_req, res) =>
        res.header('access-control-allow-origin', '*').send(resource),
      );
    }
    fastify.addHook('onRequest', async (req) => sanitizeForwardedHeaders(req, ctx));
    await fastify.register(async (endpoints) => {
      // The authorization server parses requests itself.
      endpoints.removeAllContentTypeParsers();
      endpoints.addContentTypeParser('*', (_req, _payload, done) => done(null));
      const handOver = async (req: FastifyRequest, res: FastifyReply) => {
        res.hijack();
        res.header('content-security-policy', pagePolicy);
        // A hijacked response does not send the headers set by hooks, so they are copied.
        for (const [name, value] of Object.entries(res.getHeaders())) if (value !== undefined) res.raw.setHeader(name, value);
        await callback(req.raw, res.raw);
        // The library responds with 503 only to errors of the adapter, which queries the database.
        if (res.raw.statusCode === 503) recordProblemCause(req, 'database');
      };
      endpoints.addHook('onRequest', async (req, res) => limitAuthorizations(ctx, req, res));
      for (const url of providerRoutes)
        endpoints.route({ method: ['GET', 'HEAD', 'POST', 'OPTIONS'], url, exposeHeadRoute: false, handler: handOver });
    });
    await fastify.register(async (pages) => {
      pages.removeAllContentTypeParsers();
      pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_req, body, done) =>
        done(null, body),
      );
      // A form with only a button is posted without a body.
      pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_req, _body, done) => done(null, ''));
      addInteractions(pages, ctx, provider);
    });
  };
}

/**
 * Sanitizes the forwarded headers, from which the library derives URLs: sets the protocol to that of PUBLIC_URL, and removes the host
 * unless a proxy is trusted.
 */
function sanitizeForwardedHeaders({ raw: { headers } }: FastifyRequest, { config }: OauthContext): void {
  headers['x-forwarded-proto'] = new URL(config.publicUrl).protocol.slice(0, -1);
  if (config.trustProxy === false) delete headers['x-forwarded-host'];
}

/** Limits authorization requests per network: they need no credential, and each is stored until it is answered or expires. */
async function limitAuthorizations(ctx: OauthContext, req: FastifyRequest, res: FastifyReply) {
  if (req.routeOptions.url !== '/oauth/authorize') return;
  const { isExceeded, retryAfterSeconds } = await countRequest(ctx, `authorize:${clientNetwork(req.ip)}`, authorizationsPerMinute);
  if (!isExceeded) return;
  res.header('retry-after', String(retryAfterSeconds));
  recordProblemCause(req, 'address_rate');
  const language = browserLanguage(req.headers['accept-language']);
  return sendPage(res.code(429), errorPage(language, pageTexts[language].tooManyRequests));
}
