import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { problemCauseOf } from '../http/problem-cause.ts';
import type { RequestObserver } from '../http/request-observer.ts';
import { version } from '../version.ts';
import type { ThreadReport } from '../worker/background-thread.ts';
import { PoolMetrics } from './pool-metrics.ts';
import { RequestMetrics } from './request-metrics.ts';
import { StateMetrics, type StateSources } from './state-metrics.ts';
import { WorkMetrics } from './work-metrics.ts';

/** All metrics of a process, described in docs/metrics.md. */
export class Metrics {
  readonly registry = new Registry();
  readonly pools = new PoolMetrics(this.registry);
  readonly #requests = new RequestMetrics(this.registry);
  readonly #work = new WorkMetrics(this.registry);
  readonly #state: StateMetrics;
  readonly #lanes = this.#gauge('inbox_lanes_waiting', 'Lanes of the event queue with waiting events.');
  readonly #liveClients = this.#gauge('live_clients', 'Open connections for live updates.');

  constructor(sources: StateSources) {
    this.#state = new StateMetrics(this.registry, sources);
    new Gauge({
      name: 'leadlight_build_info',
      help: 'Always 1; the labels say which version runs.',
      labelNames: ['version', 'node'],
      registers: [this.registry],
    }).set({ version, node: process.versions.node }, 1);
    collectDefaultMetrics({ register: this.registry });
  }

  /** Work counters of this process and its threads. */
  get counts() {
    return this.#work.counts;
  }

  /** Returns a receiver for the reports of one thread. The replacement of a crashed thread uses the same receiver. */
  threadReportReceiver(): (report: ThreadReport) => void {
    let pools: ThreadReport['pools'] = {};
    this.pools.add(() => pools);
    return (report) => {
      ({ pools } = report);
      this.counts.addAll(report.counts);
      this.#lanes.set(report.lanes);
    };
  }

  readonly requestObserver: RequestObserver = {
    responded: (route, method, status, seconds, cause) => this.#requests.responded(route, method, status, seconds, cause),
    liveClients: (change) => this.#liveClients.inc(change),
  };

  watch(server: FastifyInstance): void {
    server.addHook('onResponse', async (req, res) => {
      this.#requests.responded(req.routeOptions.url ?? 'none', req.method, res.statusCode, res.elapsedTime / 1000, problemCauseOf(req));
    });
  }

  /** Returns the metrics in the Prometheus text format. */
  async text(): Promise<string> {
    await this.#state.refresh();
    return this.registry.metrics();
  }

  #gauge(name: string, help: string): Gauge {
    return new Gauge({ name: `leadlight_${name}`, help, registers: [this.registry] });
  }
}
