import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { operations } from '../operations/index.ts';
import { openapiDocument } from './document.ts';
import { viewerScript } from './viewer-script.ts';

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Leadlight API</title></head><body><div id="reference"></div><script src="/docs/scalar.js"></script><script src="/docs/start.js"></script></body></html>`;
const settings = { url: '/openapi.json', withDefaultFonts: false, telemetry: false, hideClientButton: true, agent: { disabled: true } };
const start = `Scalar.createApiReference('#reference', ${JSON.stringify(settings)});`;
/** Allows no external resources. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** `/openapi.json`, and `/docs`, which shows it. */
export function documentationPlugin({ publicUrl }: Pick<Config, 'publicUrl'>) {
  return async (fastify: FastifyInstance) => {
    const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
    await fastify.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, brotliOptions });
    let document: string | undefined;
    const json = { 'content-type': 'application/json; charset=utf-8', 'access-control-allow-origin': '*' };
    fastify.get('/openapi.json', async (_req, res) => {
      document ??= JSON.stringify(openapiDocument(operations, publicUrl));
      return res.headers(json).send(document);
    });
    fastify.get('/docs', async (_req, res) =>
      res.headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy }).send(page),
    );
    const script = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'public, max-age=3600' };
    fastify.get('/docs/start.js', async (_req, res) => res.headers(script).send(start));
    fastify.get('/docs/scalar.js', async (_req, res) => res.headers(script).send(await viewerScript()));
  };
}
