import { type LookupAddress, type LookupOptions, lookup } from 'node:dns';
import { request as requestPlainly } from 'node:http';
import { type RequestOptions, request } from 'node:https';
import type { WebhookSender } from '../../domain/subscriptions/outgoing.ts';
import { parseIpAddress } from '../../lib/ip-address.ts';
import { ipClass } from '../../lib/ip-class.ts';
import { parseIpRange, rangeContains } from '../../lib/ip-range.ts';

export type WebhookOptions = { allowsPrivate: boolean; timeoutMs?: number };

const longestAnswer = 64 * 1024;

/** Ways through which an address of the internet leads to any other, also to one inside. */
const tunnels = ['64:ff9b::/96', '2002::/16', '2001::/32'].map((block) => parseIpRange(block)!);

/**
 * Calls addresses that users have named. None of them may make the service speak to the network that it stands in: where a name
 * leads is looked up for each call, the connection goes to the very address that was judged, and no redirection is followed.
 */
export function webhookSender({ allowsPrivate, timeoutMs = 10_000 }: WebhookOptions): WebhookSender {
  return {
    allowsPrivate,
    post({ url, headers, body }) {
      const target = new URL(url);
      const name = target.hostname.replace(/^\[|\]$/g, '');
      if (!allowsPrivate && target.protocol !== 'https:') return Promise.reject(new Error('A webhook must begin with https://.'));
      if (!allowsPrivate && parseIpAddress(name) && !isPublic(name)) return Promise.reject(refused(name));
      return send(target, body, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'user-agent': 'Leadlight' },
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        ...(!allowsPrivate && { lookup: lookupPublic }),
      });
    },
  };
}

function send(target: URL, body: string, options: RequestOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    const begin = target.protocol === 'https:' ? request : requestPlainly;
    const call = begin(target, options, (answer) => {
      let size = 0;
      const done = () => resolve(answer.statusCode!);
      answer.on('data', (chunk: Buffer) => {
        size += chunk.length;
        // The status is all that counts; what more is said is not worth hearing to the end.
        if (size > longestAnswer) {
          done();
          call.destroy();
        }
      });
      answer.on('end', done).on('error', reject);
    });
    call.on('error', reject).end(body);
  });
}

type Found = (error: Error | null, address: string | LookupAddress[], family?: number) => void;

function lookupPublic(name: string, options: LookupOptions, found: Found): void {
  lookup(name, { ...options, all: true }, (error, addresses) => {
    if (error) return found(error, []);
    const allowed = addresses.filter(({ address }) => isPublic(address));
    if (allowed.length === 0) return found(refused(name), []);
    if (options.all) return found(null, allowed);
    found(null, allowed[0]!.address, allowed[0]!.family);
  });
}

function isPublic(text: string): boolean {
  const address = parseIpAddress(text);
  return address !== null && ipClass(address) === 'public' && !tunnels.some((block) => rangeContains(block, address));
}

function refused(name: string): Error {
  return new Error(`${name} is not an address of the internet: the operator can allow it with WEBHOOK_PRIVATE_ADDRESSES.`);
}
