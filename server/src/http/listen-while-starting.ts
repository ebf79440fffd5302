import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';

export type StartupListener = {
  /** Sets the current step, shown by `/readyz`. */
  setStep(step: string): void;
  /** Frees the port for the service. */
  close(): Promise<void>;
};

/**
 * Listens on the service's port during startup, so that a health check does not mistake a long migration for a dead process:
 * `/healthz` responds with 200, everything else with 503.
 */
export async function listenWhileStarting(address: { port: number; host: string }): Promise<StartupListener> {
  let current = 'starting';
  const server = createServer((req, res) => respond(req, res, current));
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(address, resolve));
  return {
    setStep(step) {
      current = step;
    },
    close: () => closeServer(server),
  };
}

function respond(req: IncomingMessage, res: ServerResponse, step: string) {
  const path = req.url?.split('?', 1)[0];
  // Clients must not reuse their connections, because this server closes when the service starts.
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-content-type-options': 'nosniff', connection: 'close' };
  if (path === '/healthz') return res.writeHead(200, headers).end(JSON.stringify({ status: 'starting' }));
  const body = path === '/readyz' ? { status: 'not ready', parts: { start: step } } : { errors: [{ title: 'The service is starting' }] };
  res.writeHead(503, { ...headers, 'retry-after': '5' }).end(JSON.stringify(body));
}

function closeServer(server: Server): Promise<void> {
  if (!server.listening) return Promise.resolve();
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
