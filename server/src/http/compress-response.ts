import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Shorter responses fit into one packet anyway. */
const minBytes = 1400;
/** Fast enough for every response, and compresses nearly as well as the highest quality. */
const brotliQuality = 4;

/** Compresses JSON with the best encoding that the client accepts. For the `onSend` hook. */
export async function compressResponse(req: FastifyRequest, res: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < minBytes || res.hasHeader('content-encoding')) return payload;
  if (!String(res.getHeader('content-type')).includes('json')) return payload;
  res.header('vary', 'accept-encoding');
  const accepted = String(req.headers['accept-encoding'] ?? '');
  if (/\bbr\b/.test(accepted)) {
    res.header('content-encoding', 'br').removeHeader('content-length');
    return compressBrotli(payload, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } });
  }
  if (/\bgzip\b/.test(accepted)) {
    res.header('content-encoding', 'gzip').removeHeader('content-length');
    return compressGzip(payload);
  }
  return payload;
}
