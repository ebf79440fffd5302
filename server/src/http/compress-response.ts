import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Shorter responses fit into one packet anyway. */
const minBytes = 1400;
/** Fast enough for every response, and compresses nearly as well as the highest quality. */
const brotliQuality = 4;

type Encoding = 'br' | 'gzip' | null;
export type EncodedJson = { payload: string | Buffer; encoding: Encoding };

/** The encoding that the client prefers, or Brotli if it has no preference. */
export function acceptedEncoding(req: Pick<FastifyRequest, 'headers'>): Encoding {
  return negotiate(String(req.headers['accept-encoding'] ?? ''), ['br', 'gzip']);
}

export async function encodeJson(json: string, encoding: Encoding): Promise<EncodedJson> {
  if (json.length < minBytes || encoding === null) return { payload: json, encoding: null };
  const payload =
    encoding === 'br'
      ? await compressBrotli(json, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
      : await compressGzip(json);
  return { payload, encoding };
}

export function setEncoding(res: FastifyReply, encoding: Encoding): void {
  res.header('vary', 'accept-encoding');
  if (encoding !== null) res.header('content-encoding', encoding).removeHeader('content-length');
}

/** Compresses JSON. For the `onSend` hook. */
export async function compressResponse(req: FastifyRequest, res: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < minBytes || res.hasHeader('content-encoding')) return payload;
  if (!String(res.getHeader('content-type')).includes('json')) return payload;
  const encoded = await encodeJson(payload, acceptedEncoding(req));
  setEncoding(res, encoded.encoding);
  return encoded.payload;
}
