import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { StartupError } from '../lib/startup-error.ts';

const usualPort = 9464;

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
  readonly #rows = new Map<string, { requests: Counter.Internal; seconds: Histogram.Internal<'route'> }>();

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Counts every request of a server by its route, never by its address. */
  watch(server: FastifyInstance) {
    server.addHook('onResponse', async (req, res) => {
      this.answered(req.routeOptions.url ?? 'none', req.method, res.statusCode, res.elapsedTime / 1000);
    });
  }

  /** Counts one answer. Also for those that the framework never saw. */
  readonly answered = (route: string, method: string, status: number, seconds: number) => {
    const key = `${route} ${method} ${status}`;
    // Finding the row of a set of labels costs more than counting: each is looked for once.
    const kept = this.#rows.get(key) ?? {
      requests: this.requests.labels({ route, method, status }),
      seconds: this.seconds.labels({ route }),
    };
    this.#rows.set(key, kept);
    kept.requests.inc();
    kept.seconds.observe(seconds);
  };

  /** Served on loopback only: numbers of an installation are nobody else's business. Null takes the usual port, or any. */
  async listen(port: number | null): Promise<{ port: number; close(): Promise<void> }> {
    const server = createServer(async (req, res) => {
      if (req.url !== '/metrics') return res.writeHead(404).end('Metrics are at /metrics.\n');
      res.writeHead(200, { 'content-type': this.registry.contentType }).end(await this.registry.metrics());
    });
    try {
      await listenOn(server, port ?? usualPort);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      if (port !== null) {
        throw new StartupError(`Port ${port} for metrics is taken by another program: set METRICS_PORT to a free one, or to 0 for none.`);
      }
      await listenOn(server, 0);
    }
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

function listenOn(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve();
    });
  });
}
