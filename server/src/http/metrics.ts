import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { StartupError } from '../lib/startup-error.ts';
import { AnswerTally } from './answer-tally.ts';

const usualPort = 9464;

export class Metrics {
  readonly registry = new Registry();
  readonly answers = new AnswerTally();
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
      this.answered(req.routeOptions.url ?? 'none', req.method, res.statusCode, res.elapsedTime / 1000);
    });
  }

  /** Counts one answer. Also for those that the framework never saw. */
  readonly answered = (route: string, method: string, status: number, seconds: number) => {
    this.answers.note(route, method, status, seconds);
  };

  /** Served on loopback only: numbers of an installation are nobody else's business. Null takes the usual port, or any. */
  async listen(port: number | null): Promise<{ port: number; close(): Promise<void> }> {
    const server = createServer(async (req, res) => {
      if (req.url !== '/metrics') return res.writeHead(404).end('Metrics are at /metrics.\n');
      res.writeHead(200, { 'content-type': this.registry.contentType }).end(`${await this.registry.metrics()}\n${this.answers.text()}`);
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
