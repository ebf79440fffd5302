import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { noteRefusalCause } from '../http/refusal-cause.ts';

const folder = join(import.meta.dirname, '../../../web/dist');
const notBuilt = '<!doctype html><title>Leadlight</title><p>The web application was not built yet. Start Leadlight with npm start.';

/**
 * Serves the built web application; every path without a route gets its one page, which shows what the address says. Below the
 * first segment of another route nothing is a page: the interface there answers 404.
 */
export async function addPages(fastify: FastifyInstance, routedSegments: ReadonlySet<string>): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) await addFiles(fastify);
  const sendPage = (req: FastifyRequest, res: FastifyReply) => {
    if (isBuilt) return res.sendFile('index.html');
    noteRefusalCause(req, 'not_built');
    return res.code(503).header('content-type', 'text/html; charset=utf-8').send(notBuilt);
  };
  fastify.get('/', sendPage);
  fastify.get('/*', (req, res) => {
    const path = req.url.split('?', 1)[0] ?? '';
    const wantsPage = String(req.headers.accept ?? '').includes('text/html');
    return routedSegments.has(path.split('/')[1] ?? '') || !wantsPage ? res.callNotFound() : sendPage(req, res);
  });
}

async function addFiles(fastify: FastifyInstance): Promise<void> {
  const etags = fileEtags();
  await fastify.register(fastifyStatic, {
    root: folder,
    // Only files that exist now have a route; all other paths are pages.
    wildcard: false,
    index: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    lastModified: false,
    etag: false,
    setHeaders: (res, path) => {
      res.header('etag', etags.get(path.replace(/\.(br|gz)$/, '')));
      // Only names that hold a hash of the contents may be cached for ever.
      res.header('cache-control', path.startsWith(join(folder, 'assets')) ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  fastify.addHook('onSend', async (req, res, payload) => {
    const etag = res.getHeader('etag');
    if (etag === undefined || req.headers['if-none-match'] !== etag) return payload;
    if (payload instanceof Readable) payload.destroy();
    res.code(304).removeHeader('content-length');
    return null;
  });
}

/** By contents: images of containers are built with fixed times, which the plugin's own tags rest on. */
function fileEtags(): Map<string, string> {
  const paths = globSync('**/*', { cwd: folder }).map((path) => join(folder, path));
  const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 20);
  return new Map(paths.filter((path) => statSync(path).isFile()).map((path) => [path, `"${hashOf(path)}"`]));
}
