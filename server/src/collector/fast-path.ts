import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { recordProblemCause } from '../http/problem-cause.ts';
import { type BodyReader, type Collect, maxBodyBytes, type Reply } from './collect.ts';

type RawHandler = (req: IncomingMessage, res: ServerResponse) => void;

/** A body that is not needed is still read up to this size, so that the sender receives the error. */
const maxReadBytes = 1024 * 1024;

/**
 * Handles POSTs to one path without fastify, whose routing, hooks and reply objects cost more than the collector itself.
 * Variants of the path (duplicate slashes, a query) are served by the regular route, whose hooks observe them.
 */
export function addFastPath(fastify: FastifyInstance, path: string, { collect, observed }: { collect: Collect; observed: Collect }) {
  const { server } = fastify;
  const fastifyListeners = server.listeners('request') as RawHandler[];
  server.removeAllListeners('request');
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (req.url === path && req.method === 'POST') {
      // On shutdown, keep-alive clients must not hold the server open.
      if (!server.listening) res.shouldKeepAlive = false;
      observed(req, bodyOf(req), (reply) => respond(req, res, reply));
    } else for (const listener of fastifyListeners) listener.call(server, req, res);
  });

  fastify.removeAllContentTypeParsers();
  // The handler reads the body itself, regardless of its content type.
  fastify.addContentTypeParser('*', (_req, _body, done) => done(null));
  fastify.post(path, (req, res) => {
    res.hijack();
    const readBody = bodyOf(req.raw);
    collect(
      req.raw,
      // The body is handled within the span of the request.
      (done) => readBody(AsyncResource.bind(done)),
      (reply, cause) => {
        recordProblemCause(req, cause);
        respond(req.raw, res.raw, reply);
      },
    );
  });
}

function respond(req: IncomingMessage, res: ServerResponse, { status, headers, text }: Reply) {
  res.writeHead(status, headers).end(text ?? undefined);
  discardBody(req);
}

/** Discards the part of the body that was not read. If it is too long, closes the connection after the response. */
function discardBody(req: IncomingMessage) {
  if (req.complete) {
    req.resume();
    return;
  }
  let bytes = 0;
  const onData = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= maxReadBytes) return;
    req.off('data', onData);
    req.socket.destroySoon();
  };
  req.on('data', onData);
}

function bodyOf(req: IncomingMessage): BodyReader {
  return (done, onAborted) => {
    let first: Buffer | null = null;
    let more: Buffer[] | null = null;
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxReadBytes) {
        req.off('data', onData).off('end', onEnd).off('close', onClose);
        done(null);
        // Closes the connection after the response.
        req.socket.destroySoon();
      } else if (bytes > maxBodyBytes) more = null;
      else if (first === null) first = chunk;
      else if (more === null) more = [first, chunk];
      else more.push(chunk);
    };
    const onEnd = () => {
      if (bytes > maxBodyBytes) done(null);
      else done(more === null ? (first?.toString() ?? '') : Buffer.concat(more).toString());
    };
    const onClose = () => {
      if (!req.complete) onAborted?.();
    };
    req.on('data', onData).on('end', onEnd);
    if (onAborted) req.on('close', onClose);
  };
}
