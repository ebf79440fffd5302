import { request as requestPlainly } from 'node:http';
import { request } from 'node:https';
import type { FileReader, ReadFile, ReadFileOptions } from '../../domain/alerts/outgoing.ts';
import { required } from '../../lib/required.ts';
import { inSpan } from '../../lib/tracing.ts';
import { lookupPublic, privateAddressError } from './public-address.ts';

type FileReaderOptions = { allowsPrivate: boolean; timeoutMs?: number };

const maxRedirects = 5;

/**
 * Loads a file from another site. The URL and every redirect are checked like the URL of a webhook, so that none leads into a
 * private network (SSRF).
 */
export function fileReader({ allowsPrivate, timeoutMs = 10_000 }: FileReaderOptions): FileReader {
  return async (url, options) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let target = new URL(url);
    for (let redirects = 0; ; redirects++) {
      const addressError = allowsPrivate ? null : privateAddressError(target);
      if (addressError) throw addressError;
      const file = await traced(() => read(target, options, signal, allowsPrivate));
      const next = file.status >= 300 && file.status < 400 ? file.headers.location : undefined;
      if (!next) return file;
      if (redirects >= maxRedirects || !URL.canParse(next, target.href)) throw new Error('It redirects too often or to an invalid URL.');
      target = new URL(next, target);
      if (!/^https?:$/.test(target.protocol)) throw new Error(`It redirects to ${target.protocol}//, which is not a page.`);
    }
  };
}

/** The URL may contain a secret, so it is not traced, and the site does not get the trace context. */
function traced(call: () => Promise<ReadFile>): Promise<ReadFile> {
  return inSpan('GET page', { kind: 'client', attributes: { 'http.request.method': 'GET' } }, async (span) => {
    const file = await call();
    span?.set({ 'http.response.status_code': file.status });
    return file;
  });
}

function read(target: URL, { accept, maxBytes }: ReadFileOptions, signal: AbortSignal, allowsPrivate: boolean): Promise<ReadFile> {
  return new Promise((resolve, reject) => {
    const begin = target.protocol === 'https:' ? request : requestPlainly;
    const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'Mozilla/5.0 (compatible; Leadlight)' };
    const call = begin(target, { headers, agent: false, signal, ...(!allowsPrivate && { lookup: lookupPublic }) }, (response) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const done = () =>
        resolve({
          url: target.href,
          status: required(response.statusCode),
          headers: textHeaders(response.headers),
          content: Buffer.concat(chunks).subarray(0, maxBytes),
        });
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > maxBytes) {
          done();
          call.destroy();
        }
      });
      response.on('end', done).on('error', reject);
    });
    call.on('error', reject).end();
  });
}

function textHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
