import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { recordProblemCause } from '../http/problem-cause.ts';
import { contentPolicy } from './security-headers.ts';

const builtFolder = join(import.meta.dirname, '../../../web/dist');
const notBuilt = '<!doctype html><title>Leadlight</title><p>The web application has not been built yet. Start Leadlight with npm start.';

/**
 * Serves the built web application. Unknown paths get index.html (SPA fallback), or 404 if their first segment belongs to a route or the
 * client does not accept HTML.
 */
export async function addPages(fastify: FastifyInstance, routedSegments: ReadonlySet<string>, folder = builtFolder): Promise<void> {
  const isBuilt = existsSync(join(folder, 'index.html'));
  if (isBuilt) await addFiles(fastify, folder);
  const sendPage = (req: FastifyRequest, res: FastifyReply) => {
    if (isBuilt) return res.sendFile('index.html');
    recordProblemCause(req, 'not_built');
    return res.code(503).header('content-type', 'text/html; charset=utf-8').send(notBuilt);
  };
  fastify.get('/', sendPage);
  fastify.get('/*', (req, res) => {
    const path = req.url.split('?', 1)[0] ?? '';
    const wantsPage = String(req.headers.accept ?? '').includes('text/html');
    return routedSegments.has(path.split('/')[1] ?? '') || !wantsPage ? res.callNotFound() : sendPage(req, res);
  });
}

async function addFiles(fastify: FastifyInstance, folder: string): Promise<void> {
  const etags = fileEtags(folder);
  const policy = pagePolicy(folder);
  await fastify.register(fastifyStatic, {
    root: folder,
    // Registers a route for each existing file; all other paths get the page.
    wildcard: false,
    index: false,
    globIgnore: ['**/*.br', '**/*.gz'],
    preCompressed: true,
    acceptRanges: false,
    cacheControl: false,
    lastModified: false,
    etag: false,
    setHeaders: (res, path) => {
      const file = path.replace(/\.(br|gz)$/, '');
      res.header('etag', etags.get(file));
      if (file.endsWith('.html')) res.header('content-security-policy', policy);
      // Only file names with a content hash may be cached forever.
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

/** Returns a Content Security Policy that allows the script and the styles that the build has inlined. */
function pagePolicy(folder: string): string {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const hashesOf = (tag: string) =>
    html
      .split(`<${tag}>`)
      .slice(1)
      .map((rest) => {
        const content = rest.slice(0, rest.indexOf(`</${tag}>`));
        return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
      });
  return contentPolicy({ script: hashesOf('script'), style: hashesOf('style') });
}

/**
 * The ETags are content hashes. Those of the plugin depend on size and modification time, and an image build may set the same time for all
 * files in every version.
 */
function fileEtags(folder: string): Map<string, string> {
  const paths = globSync('**/*', { cwd: folder }).map((path) => join(folder, path));
  const hashOf = (path: string) => createHash('sha256').update(readFileSync(path)).digest('base64url').slice(0, 20);
  return new Map(paths.filter((path) => statSync(path).isFile()).map((path) => [path, `"${hashOf(path)}"`]));
}
