import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { noteRefusalCause } from '../http/refusal-cause.ts';

type Encoding = 'br' | 'gzip';
type BundleFile = { type: string; etag: string; plain: Buffer; packed: Partial<Record<Encoding, Buffer>>; isImmutable: boolean };

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

const folder = join(import.meta.dirname, '../../../web/dist');
const notBuilt = '<!doctype html><title>Leadlight</title><p>The web application was not built yet. Start Leadlight with npm start.';

/** The built web application, read once and kept in memory: it is small and asked for often. */
export class Bundle {
  readonly #files = new Map<string, BundleFile>();

  constructor() {
    if (!existsSync(join(folder, 'index.html'))) return;
    for (const path of globSync('**/*', { cwd: folder })) {
      const type = types[extname(path)];
      if (type) this.#files.set(`/${path}`, readBundleFile(path, type));
    }
  }

  /** Sends the file of a path, or answers false when there is none. */
  sendFile(req: FastifyRequest, res: FastifyReply, path: string): boolean {
    const file = this.#files.get(path);
    if (!file) return false;
    res.headers({
      'content-type': file.type,
      etag: file.etag,
      vary: 'accept-encoding',
      'cache-control': file.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
    if (req.headers['if-none-match'] === file.etag) res.code(304).send();
    else {
      const accepted = String(req.headers['accept-encoding'] ?? '');
      const encoding = (['br', 'gzip'] as const).find((name) => accepted.includes(name) && file.packed[name]);
      if (encoding) res.header('content-encoding', encoding);
      res.send(encoding ? file.packed[encoding] : file.plain);
    }
    return true;
  }

  sendPage(req: FastifyRequest, res: FastifyReply): void {
    if (this.sendFile(req, res, '/index.html')) return;
    noteRefusalCause(req, 'not_built');
    res.code(503).header('content-type', 'text/html; charset=utf-8').send(notBuilt);
  }
}

function readBundleFile(path: string, type: string): BundleFile {
  const plain = readFileSync(join(folder, path));
  const packed: BundleFile['packed'] = {};
  for (const [encoding, ending] of [['br', '.br'] as const, ['gzip', '.gz'] as const]) {
    const packedPath = join(folder, path + ending);
    if (existsSync(packedPath)) packed[encoding] = readFileSync(packedPath);
  }
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 20)}"`;
  // Only names that hold a hash of the contents may be kept for ever.
  return { type, etag, plain, packed, isImmutable: path.startsWith('assets/') };
}
