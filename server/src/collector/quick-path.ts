import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { RawHandler } from './collect.ts';

/**
 * Serves the POSTs of one path before the framework sees them: its routing, hooks and reply objects cost more than all of the
 * collector's own work. Requests that come another way to the same path (a doubled slash, a query) find it as an ordinary route.
 */
export function takeQuickPath(door: FastifyInstance, path: string, handler: RawHandler) {
  const { server } = door;
  const framework = server.listeners('request') as RawHandler[];
  server.removeAllListeners('request');
  server.on('request', (req: IncomingMessage, res: ServerResponse) => {
    if (req.url === path && req.method === 'POST') {
      // A server that stops must not be kept by clients that go on sending on the same connection.
      if (!server.listening) res.shouldKeepAlive = false;
      handler(req, res);
    } else for (const listener of framework) listener.call(server, req, res);
  });

  door.removeAllContentTypeParsers();
  // The handler reads the body by itself, whatever its type says.
  door.addContentTypeParser('*', (_req, _body, done) => done(null));
  door.post(path, (req, res) => {
    res.hijack();
    handler(req.raw, res.raw);
  });
}
