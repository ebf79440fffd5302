import { createServer, type Server } from 'node:http';
import { errorCode } from '../lib/error-code.ts';
import { OperatorError } from '../lib/operator-error.ts';
import { portOf } from '../lib/port-of.ts';
import type { Metrics } from './metrics.ts';

const defaultPort = 9464;

type MetricsServer = { port: number; close(): Promise<void> };

/** Serves `/metrics` on a separate port. Null means the default port, or any free one if that is taken. */
export async function serveMetrics(metrics: Metrics, { host, port }: { host: string; port: number | null }): Promise<MetricsServer> {
  const server = createServer((req, res) => {
    if (req.url !== '/metrics') return res.writeHead(404).end('Metrics are at /metrics.\n');
    metrics.text().then(
      (text) => res.writeHead(200, { 'content-type': metrics.registry.contentType }).end(text),
      (error: Error) => res.writeHead(500).end(`${error.message}\n`),
    );
  });
  try {
    await listenOn(server, host, port ?? defaultPort);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT' || code === 'ENOTFOUND') {
      throw new OperatorError(`This machine has no address ${host} for metrics: set METRICS_HOST to one it has, such as 127.0.0.1.`);
    }
    if (code === 'EACCES') throw new OperatorError(`Port ${port} may not be used by this user: set METRICS_PORT to one above 1023.`);
    if (code !== 'EADDRINUSE') throw error;
    if (port !== null) {
      throw new OperatorError(`Port ${port} for metrics is taken by another program: set METRICS_PORT to a free one, or to 0 for none.`);
    }
    await listenOn(server, host, 0);
  }
  return {
    port: portOf(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listenOn(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}
