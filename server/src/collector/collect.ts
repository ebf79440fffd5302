import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerOf } from './answers.ts';
import type { CollectorContext } from './context.ts';
import { allowOrigin } from './cross-origin.ts';
import { tooManyRequests } from './flood-gate.ts';
import { entryOf, parseBody, type ReadEvents, readEvents } from './read-request.ts';

export type RawHandler = (req: IncomingMessage, res: ServerResponse) => void;

const largestBody = 64 * 1024;
/** What is too large is still read up to here, so that the sender hears why it was refused. */
const largestRead = 1024 * 1024;

/**
 * `POST /collect`: what the tracker sends. Answers 204 only after the events are committed. It works on the bare request and
 * response, because this is the one path that every page view of every visitor takes.
 */
export function collect(ctx: CollectorContext): RawHandler {
  return (req, res) => {
    const beganMs = performance.now();
    const answer = (status: number, title?: string, retryAfterSeconds?: number) => {
      send(req, res, status, title, retryAfterSeconds);
      ctx.answered('/collect', 'POST', status, (performance.now() - beganMs) / 1000);
    };
    const fail = (error: unknown) => {
      const { status, title, retryAfterSeconds } = answerOf(error);
      if (status === 500) ctx.log.error({ err: error }, 'The collector failed');
      answer(status, title, retryAfterSeconds);
    };
    const ip = ctx.addressOf(req);
    if (!ctx.flood.allows(ip)) {
      req.resume();
      return fail(tooManyRequests());
    }
    readBody(req, (text) => {
      if (text === null) return answer(413, 'The body is larger than 64 KB: send fewer events at once.');
      try {
        const body = parseBody(text);
        const accountId = ctx.scripts.accountOf(body.script_hash);
        const accept = (account: string) => {
          const read = readEvents(body, ctx.clock.now().getTime());
          ctx.inbox.add(account, entryOf(req, ip, body, read)).then(() => acknowledge(read, answer), fail);
        };
        if (typeof accountId === 'string') accept(accountId);
        else accountId.then(accept).catch(fail);
      } catch (error) {
        fail(error);
      }
    });
  };
}

/** Where all events lay outside the window of time they are counted, and the sender is told. */
function acknowledge({ events, refusal }: ReadEvents, answer: (status: number, title?: string) => void) {
  if (events.length > 0) answer(204);
  else answer(400, refusal!);
}

function readBody(req: IncomingMessage, done: (text: string | null) => void) {
  let first: Buffer | null = null;
  let more: Buffer[] | null = null;
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > largestRead) req.destroy();
    else if (bytes > largestBody) more = null;
    else if (first === null) first = chunk;
    else if (more === null) more = [first, chunk];
    else more.push(chunk);
  });
  req.on('end', () => {
    if (bytes > largestBody) done(null);
    else done(more === null ? (first?.toString() ?? '') : Buffer.concat(more).toString());
  });
}

function send(req: IncomingMessage, res: ServerResponse, status: number, title?: string, retryAfterSeconds?: number) {
  const headers = allowOrigin(req.headers.origin);
  if (title === undefined) {
    res.writeHead(status, headers).end();
    return;
  }
  const text = JSON.stringify({ errors: [{ title }] });
  const told = [...headers, 'content-type', 'application/json; charset=utf-8', 'content-length', String(Buffer.byteLength(text))];
  told.push('x-content-type-options', 'nosniff');
  // Scripts of other origins see only what is named; the tracker waits for as long as it is told.
  if (retryAfterSeconds !== undefined) told.push('retry-after', String(retryAfterSeconds), 'access-control-expose-headers', 'retry-after');
  res.writeHead(status, told).end(text);
}
