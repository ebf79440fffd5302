import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OauthContext } from './context.ts';
import { addInteractions, pagePolicy } from './interactions.ts';
import { makeProvider } from './make-provider.ts';
import { authorizationServerMetadata, protectedResourceMetadata } from './metadata.ts';

const providerRoutes = ['/oauth/authorize', '/oauth/authorize/*', '/oauth/token', '/oauth/revoke', '/oauth/introspect', '/oauth/jwks'];

/** The authorization server. */
export function oauthDoor(ctx: OauthContext) {
  return async (door: FastifyInstance) => {
    const provider = await makeProvider(ctx);
    const callback = provider.callback();
    const metadata = authorizationServerMetadata(ctx);
    const resource = protectedResourceMetadata(ctx);
    door.get('/.well-known/oauth-authorization-server', async (_req, res) => res.header('access-control-allow-origin', '*').send(metadata));
    for (const path of ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/v1']) {
      door.get(path, async (_req, res) => res.header('access-control-allow-origin', '*').send(resource));
    }
    await door.register(async (own) => {
      // The authorization server reads its requests itself.
      own.removeAllContentTypeParsers();
      own.addContentTypeParser('*', (_req, _payload, done) => done(null));
      const handOver = async (req: FastifyRequest, res: FastifyReply) => {
        res.hijack();
        res.header('content-security-policy', pagePolicy);
        // What the frame has set for every answer holds for these too.
        for (const [name, value] of Object.entries(res.getHeaders())) if (value !== undefined) res.raw.setHeader(name, value);
        await callback(req.raw, res.raw);
      };
      for (const url of providerRoutes) own.route({ method: ['GET', 'POST', 'OPTIONS'], url, exposeHeadRoute: false, handler: handOver });
    });
    await door.register(async (pages) => {
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
