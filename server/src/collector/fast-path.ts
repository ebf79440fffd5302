import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { type BodyReader, type Collect, maxBodyBytes } from './collect.ts';

type RawHandler = (req: IncomingMessage, res: ServerResponse) => void;

/** A body that is too large is still read up to this size, so that the sender receives the error. */
const maxReadBytes = 1024 * 1024;

/**
 * Handles POSTs to one path without fastify, whose routing, hooks and reply objects cost more than the collector itself.
 * Variants of the path (duplicate slashes, a query) are served by the regular route.
 */
export function addFastPath(fastify: FastifyInstance, path: string, collect: Collect) {
  const { server } = fastify;
  const fastifyListeners = server.listeners('request') as RawHandler[];
  server.removeAllListeners('request');
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (req.url === path && req.method === 'POST') {
      // On shutdown, keep-alive clients must not hold the server open.
      if (!server.listening) res.shouldKeepAlive = false;
      handle(collect, req, res);
    } else for (const listener of fastifyListeners) listener.call(server, req, res);
  });

  fastify.removeAllContentTypeParsers();
  // The handler reads the body itself, regardless of its content type.
  fastify.addContentTypeParser('*', (_req, _body, done) => done(null));
  fastify.post(path, (req, res) => {
    res.hijack();
    handle(collect, req.raw, res.raw);
  });
}

function handle(collect: Collect, req: IncomingMessage, res: ServerResponse) {
  collect(req, bodyOf(req), ({ status, headers, text }) => {
    // Discard the unread part of the body.
    req.resume();
    res.writeHead(status, headers).end(text ?? undefined);
  });
}

function bodyOf(req: IncomingMessage): BodyReader {
  return (done) => {
    let first: Buffer | null = null;
    let more: Buffer[] | null = null;
    let bytes = 0;
    const onData = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > maxReadBytes) {
        req.off('data', onData).off('end', onEnd);
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
    req.on('data', onData).on('end', onEnd);
  };
}
