import { request as requestPlainly } from 'node:http';
import { request } from 'node:https';
import type { PageReader, ReadPage } from '../../domain/alerts/outgoing.ts';
import { required } from '../../lib/required.ts';
import { inSpan } from '../../lib/tracing.ts';
import { lookupPublic, refuseInside } from './public-address.ts';

type PageReaderOptions = { allowsPrivate: boolean; timeoutMs?: number };

const maxPageBytes = 2 * 1024 * 1024;
const maxRedirects = 5;

/**
 * Loads a page named by a user. Every URL on the way, including redirects, is checked like that of a webhook, so that none
 * leads into a private network (SSRF).
 */
export function pageReader({ allowsPrivate, timeoutMs = 10_000 }: PageReaderOptions): PageReader {
  return async (url) => {
    const signal = AbortSignal.timeout(timeoutMs);
    let target = new URL(url);
    for (let redirects = 0; ; redirects++) {
      const inside = allowsPrivate ? null : refuseInside(target);
      if (inside) throw inside;
      const page = await traced(() => read(target, signal, allowsPrivate));
      const next = page.status >= 300 && page.status < 400 ? page.headers.location : undefined;
      if (!next) return page;
      if (redirects >= maxRedirects || !URL.canParse(next, target.href)) throw new Error('It redirects without end.');
      target = new URL(next, target);
      if (!/^https?:$/.test(target.protocol)) throw new Error(`It redirects to ${target.protocol}//, which is no page.`);
    }
  };
}

/** The URL may contain a secret, so it is not traced, and the site does not get the trace context. */
function traced(call: () => Promise<ReadPage>): Promise<ReadPage> {
  return inSpan('GET page', { kind: 'client', attributes: { 'http.request.method': 'GET' } }, async (span) => {
    const page = await call();
    span?.set({ 'http.response.status_code': page.status });
    return page;
  });
}

function read(target: URL, signal: AbortSignal, allowsPrivate: boolean): Promise<ReadPage> {
  return new Promise((resolve, reject) => {
    const begin = target.protocol === 'https:' ? request : requestPlainly;
    const headers = {
      accept: 'text/html',
      'accept-encoding': 'identity',
      'user-agent': 'Mozilla/5.0 (compatible; Leadlight installation check)',
    };
    const call = begin(target, { headers, agent: false, signal, ...(!allowsPrivate && { lookup: lookupPublic }) }, (answer) => {
      const chunks: Buffer[] = [];
      let size = 0;
      const done = () =>
        resolve({
          url: target.href,
          status: required(answer.statusCode),
          headers: textHeaders(answer.headers),
          html: Buffer.concat(chunks).toString('utf8'),
        });
      answer.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > maxPageBytes) {
          done();
          call.destroy();
        }
      });
      answer.on('end', done).on('error', reject);
    });
    call.on('error', reject).end();
  });
}

function textHeaders(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : (value ?? '')]),
  );
}
