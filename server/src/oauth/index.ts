import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { countRequest } from '../domain/auth/request-windows.ts';
import { noteRefusalCause } from '../http/refusal-cause.ts';
import { clientNetwork } from '../lib/client-network.ts';
import type { OauthContext } from './context.ts';
import { addInteractions, pagePolicy, sendPage } from './interactions.ts';
import { makeProvider } from './make-provider.ts';
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts';
import { errorPage } from './pages.ts';

const providerRoutes = ['/oauth/authorize', '/oauth/authorize/*', '/oauth/token', '/oauth/revoke', '/oauth/introspect', '/oauth/jwks'];

/** From one network; a person needs one. */
const authorizationsPerMinute = 60;

/** The authorization server. */
export function oauthPlugin(ctx: OauthContext) {
  return async (fastify: FastifyInstance) => {
    const provider = await makeProvider(ctx);
    const callback = provider.callback();
    const metadata = authorizationServerMetadata(ctx);
    const resource = protectedResourceMetadata(ctx);
    fastify.get('/.well-known/oauth-authorization-server', async (_req, res) =>
      res.header('access-control-allow-origin', '*').send(metadata),
    );
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/v1']) {
      fastify.get(path, async (_req, res) => res.header('access-control-allow-origin', '*').send(resource));
    }
    fastify.addHook('onRequest', async (req) => followPublicUrl(req, ctx));
    await fastify.register(async (own) => {
      // The authorization server reads its requests itself.
      own.removeAllContentTypeParsers();
      own.addContentTypeParser('*', (_req, _payload, done) => done(null));
      const handOver = async (req: FastifyRequest, res: FastifyReply) => {
        res.hijack();
        res.header('content-security-policy', pagePolicy);
        // What the frame has set for every answer holds for these too.
        for (const [name, value] of Object.entries(res.getHeaders())) if (value !== undefined) res.raw.setHeader(name, value);
        await callback(req.raw, res.raw);
        // Only the adapter, which asks the database, makes the library answer so.
        if (res.raw.statusCode === 503) noteRefusalCause(req, 'database');
      };
      own.addHook('onRequest', async (req, res) => limitAuthorizations(ctx, req, res));
      for (const url of providerRoutes) own.route({ method: ['GET', 'POST', 'OPTIONS'], url, exposeHeadRoute: false, handler: handOver });
    });
    await fastify.register(async (pages) => {
      pages.removeAllContentTypeParsers();
      pages.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_req, body, done) =>
        done(null, body),
      );
      // A button without fields sends a form without a body.
      pages.addContentTypeParser('*', { parseAs: 'string', bodyLimit: 16 * 1024 }, (_req, _body, done) => done(null, ''));
      addInteractions(pages, ctx, provider);
    });
  };
}

/** The authorization server believes forwarded headers: they say what PUBLIC_URL says, whatever the request came with. */
function followPublicUrl({ raw: { headers } }: FastifyRequest, { config }: OauthContext): void {
  headers['x-forwarded-proto'] = new URL(config.publicUrl).protocol.slice(0, -1);
  if (config.trustProxy === false) delete headers['x-forwarded-host'];
}

/** Each of these requests is stored until it is answered or has expired, and needs no credential. */
async function limitAuthorizations(ctx: OauthContext, req: FastifyRequest, res: FastifyReply) {
  if (req.routeOptions.url !== '/oauth/authorize') return;
  const { isExceeded, retryAfterSeconds } = await countRequest(ctx, `authorize:${clientNetwork(req.ip)}`, authorizationsPerMinute);
  if (!isExceeded) return;
  res.header('retry-after', String(retryAfterSeconds));
  noteRefusalCause(req, 'address_rate');
  return sendPage(res.code(429), errorPage('There were too many requests from your network. Wait a minute.'));
}
