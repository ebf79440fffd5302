import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Bundle } from './bundle.ts';

/** First words of paths that belong to other doors: an unknown path below them is theirs to refuse. */
const reserved = new Set([
  '.well-known',
  'accounts',
  'app',
  'collect',
  'collect.gif',
  'docs',
  'download',
  'export-requests',
  'healthz',
  'metrics',
  'oauth',
  'openapi.json',
  'readyz',
  't',
  'v1',
]);

/** Serves the bundle; every other path of the web application gets its one page, which shows what the address says. */
export function addPages(door: FastifyInstance): void {
  const bundle = new Bundle();
  const answer = (req: FastifyRequest, res: FastifyReply) => {
    const path = req.url.split('?', 1)[0]!;
    const first = path.split('/')[1]!;
    if (reserved.has(first)) return res.callNotFound();
    if (bundle.sendFile(req, res, path)) return res;
    const wantsPage = String(req.headers.accept ?? '').includes('text/html');
    if (first === 'assets' || !wantsPage) return path === '/' ? sendPage(bundle, req, res) : res.callNotFound();
    return sendPage(bundle, req, res);
  };
  door.get('/', answer);
  door.get('/*', answer);
}

function sendPage(bundle: Bundle, req: FastifyRequest, res: FastifyReply) {
  bundle.sendPage(req, res);
  return res;
}
