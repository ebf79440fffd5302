import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
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
  const weights = readWeights(String(req.headers['accept-encoding'] ?? ''));
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0;
  const best = weightOf('br') >= weightOf('gzip') ? 'br' : 'gzip';
  return weightOf(best) > 0 && weightOf(best) >= (weights.get('identity') ?? 0) ? best : null;
}

/** The weights of a list such as `gzip;q=0.8, *;q=0`. An encoding with an invalid weight is not used. */
function readWeights(header: string): Map<string, number> {
  const items = header.toLowerCase().split(',');
  return new Map(
    items.map((item) => {
      const [name = '', parameter] = item.split(';').map((part) => part.trim());
      return [name, parameter === undefined ? 1 : Number(/^q=([01](?:\.\d{0,3})?)$/.exec(parameter)?.[1] ?? 0)];
    }),
  );
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

/** An `onSend` hook that compresses JSON. */
export async function compressResponse(req: FastifyRequest, res: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < minBytes || res.hasHeader('content-encoding')) return payload;
  if (!String(res.getHeader('content-type')).includes('json')) return payload;
  const encoded = await encodeJson(payload, acceptedEncoding(req));
  setEncoding(res, encoded.encoding);
  return encoded.payload;
}
