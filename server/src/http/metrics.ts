import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { StartupError } from '../lib/startup-error.ts';

export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Counter({
    name: 'leadlight_http_requests_total',
    help: 'Requests by route, method and status.',
    labelNames: ['route', 'method', 'status'],
    registers: [this.registry],
  });
  readonly seconds = new Histogram({
    name: 'leadlight_http_request_seconds',
    help: 'Time to answer a request.',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });
  readonly handled = new Counter({
    name: 'leadlight_inbox_handled_total',
    help: 'Inbox entries that the pipeline handled.',
    registers: [this.registry],
  });
  readonly lanes = new Gauge({
    name: 'leadlight_inbox_lanes_waiting',
    help: 'Lanes in which something waits.',
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Counts every request of a server by its route, never by its address. */
  watch(server: FastifyInstance) {
    server.addHook('onResponse', async (req, res) => {
      const route = req.routeOptions.url ?? 'none';
      this.requests.inc({ route, method: req.method, status: res.statusCode });
      this.seconds.observe({ route }, res.elapsedTime / 1000);
    });
  }

  /** Served on loopback only: numbers of an installation are nobody else's business. */
  async listen(port: number): Promise<{ port: number; close(): Promise<void> }> {
    const server = createServer(async (req, res) => {
      if (req.url !== '/metrics') return res.writeHead(404).end('Metrics are at /metrics.\n');
      res.writeHead(200, { 'content-type': this.registry.contentType }).end(await this.registry.metrics());
    });
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error: NodeJS.ErrnoException) =>
        reject(
          error.code === 'EADDRINUSE'
            ? new StartupError(`Port ${port} for metrics is taken by another program: set METRICS_PORT to a free one, or to 0 for none.`)
            : error,
        ),
      );
      server.listen(port, '127.0.0.1', resolve);
    });
    return {
      port: (server.address() as { port: number }).port,
      close: () =>
        new Promise((resolve) => {
          server.close(() => resolve());
          server.closeAllConnections();
        }),
    };
  }
}
