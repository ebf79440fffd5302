import type { ProblemCause } from '../domain/problem.ts';
import { boundedCache } from '../lib/bounded-cache.ts';
import type { CollectRequest } from './collect-request.ts';
import type { CollectorContext } from './context.ts';
import { allowOrigin } from './cross-origin.ts';
import { errorResponse } from './error-response.ts';
import { tooManyRequests } from './rate-limit.ts';
import { entryOf, parseBody, type ReadEvents, readEvents } from './read-request.ts';

export const maxBodyBytes = 64 * 1024;

/** `headers` alternates names and values. `text` is null if there is no body. */
export type Reply = { status: number; headers: string[]; text: string | null };

/** Reads the body; passes null if it is too large. Calls `onAborted` instead if the client disconnects before its end. */
export type BodyReader = (done: (text: string | null) => void, onAborted?: () => void) => void;

/** `cause` is the reason for a response with status 429 or 503. */
export type Collect = (request: CollectRequest, readBody: BodyReader, respond: (reply: Reply, cause?: ProblemCause) => void) => void;

/**
 * `POST /collect`: events from the tracker. Responds with 204 only after the events are committed. Independent of fastify to reduce
 * the cost per request: every page view takes this path.
 */
export function collect(ctx: CollectorContext): Collect {
  return (request, readBody, respond) => {
    const reply = (status: number, title?: string, retryAfterSeconds?: number, cause?: ProblemCause) => {
      const { origin } = request.headers;
      respond(status === 204 ? accepted(origin ?? '') : replyOf(origin, status, title, retryAfterSeconds), cause);
    };
    const fail = (error: unknown) => {
      const { status, title, retryAfterSeconds, cause } = errorResponse(error);
      if (status === 500) ctx.log.error({ err: error }, 'Collector request failed');
      reply(status, title, retryAfterSeconds, cause);
    };
    const ip = ctx.addressOf(request);
    if (!ctx.rateLimit.allows(ip)) return fail(tooManyRequests());
    readBody((text) => {
      if (text === null) return reply(413, 'The body is larger than 64 KB: send fewer events at once.');
      try {
        const body = parseBody(text);
        const accountId = ctx.scripts.accountOf(body.script_hash);
        const accept = (account: string) => {
          const read = readEvents(body, ctx.clock.now().getTime());
          ctx.eventQueue.put(account, entryOf(request, ip, body, read), { resolve: () => acknowledge(read, reply), reject: fail });
        };
        if (typeof accountId === 'string') accept(accountId);
        else accountId.then(accept).catch(fail);
      } catch (error) {
        fail(error);
      }
    });
  };
}

/** Rejected events are only counted. The sender gets an error if all are rejected. */
function acknowledge({ events, error }: ReadEvents, reply: (status: number, title?: string) => void) {
  if (events.length > 0) reply(204);
  else reply(400, error ?? undefined);
}

/** The response with status 204, cached per origin because nearly all responses have this status. */
const accepted = boundedCache((origin) => replyOf(origin, 204), 1000);

function replyOf(origin: string | undefined, status: number, title?: string, retryAfterSeconds?: number): Reply {
  const allowed = allowOrigin(origin);
  if (title === undefined) return { status, headers: allowed, text: null };
  const text = JSON.stringify({ errors: [{ title }] });
  const headers = [...allowed, 'content-type', 'application/json; charset=utf-8', 'content-length', String(Buffer.byteLength(text))];
  headers.push('x-content-type-options', 'nosniff');
  // Cross-origin scripts can only read exposed headers, and the tracker needs Retry-After.
  if (retryAfterSeconds !== undefined)
    headers.push('retry-after', String(retryAfterSeconds), 'access-control-expose-headers', 'retry-after');
  return { status, headers, text };
}
