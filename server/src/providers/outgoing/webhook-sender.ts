import { request as requestPlainly } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import type { WebhookSender } from '../../domain/alerts/outgoing.ts';
import { required } from '../../lib/required.ts';
import { inSpan } from '../../lib/tracing.ts';
import { lookupPublic, privateAddressError } from './public-address.ts';

type WebhookOptions = { allowsPrivate: boolean; timeoutMs?: number };

const maxResponseLength = 64 * 1024;

/**
 * Calls URLs supplied by users without exposing the private network (SSRF): the name is resolved for each call, the connection
 * goes to the checked address, and redirects are not followed.
 */
export function webhookSender({ allowsPrivate, timeoutMs = 10_000 }: WebhookOptions): WebhookSender {
  return {
    allowsPrivate,
    post({ url, headers, body }) {
      const target = new URL(url);
      if (!allowsPrivate && target.protocol !== 'https:') return Promise.reject(new Error('A webhook must begin with https://.'));
      const addressError = allowsPrivate ? null : privateAddressError(target);
      if (addressError) return Promise.reject(addressError);
      return traced(() =>
        send(target, body, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'user-agent': 'Leadlight' },
          agent: false,
          signal: AbortSignal.timeout(timeoutMs),
          ...(!allowsPrivate && { lookup: lookupPublic }),
        }),
      );
    },
  };
}

/** The URL may contain a secret, so it is not traced, and the receiver does not get the trace context. */
function traced(call: () => Promise<number>): Promise<number> {
  return inSpan('POST webhook', { kind: 'client', attributes: { 'http.request.method': 'POST' } }, async (span) => {
    const status = await call();
    span?.set({ 'http.response.status_code': status });
    return status;
  });
}

function send(target: URL, body: string, options: RequestOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const begin = target.protocol === 'https:' ? request : requestPlainly;
    const call = begin(target, options, (response) => {
      let size = 0;
      const done = () => resolve(required(response.statusCode));
      response.on('data', (chunk: Buffer) => {
        size += chunk.length;
        // Only the status matters; do not read a long body to the end.
        if (size > maxResponseLength) {
          done();
          call.destroy();
        }
      });
      response.on('end', done).on('error', reject);
    });
    call.on('error', reject).end(body);
  });
}
