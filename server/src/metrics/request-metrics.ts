import { Counter, Histogram, type Registry } from 'prom-client';
import { type ProblemCause, problemCauses } from '../domain/problem.ts';

/** Metrics of requests, labeled by route and never by path: paths may contain secrets, and their number is unbounded. */
export class RequestMetrics {
  readonly #requests: Counter<'route' | 'method' | 'status'>;
  readonly #durations: Histogram<'route'>;
  readonly #rejections: Counter<'status' | 'cause'>;

  constructor(registry: Registry) {
    this.#requests = new Counter({
      name: 'leadlight_http_requests_total',
      help: 'Requests by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      registers: [registry],
    });
    this.#durations = new Histogram({
      name: 'leadlight_http_request_duration_seconds',
      help: 'Time to respond to a request.',
      labelNames: ['route'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
      registers: [registry],
    });
    this.#rejections = new Counter({
      name: 'leadlight_http_refusals_total',
      help: 'Responses with status 429 or 503, by cause.',
      labelNames: ['status', 'cause'],
      registers: [registry],
    });
    // Prometheus does not see the increase of a series that begins above zero, so an alert would miss the first burst.
    for (const [status, causes] of Object.entries(problemCauses)) for (const cause of causes) this.#rejections.inc({ status, cause }, 0);
  }

  responded(route: string, method: string, status: number, seconds: number, cause?: ProblemCause): void {
    this.#requests.inc({ route, method, status });
    this.#durations.observe({ route }, seconds);
    if (status === 429 || status === 503) this.#rejections.inc({ status, cause: cause ?? 'other' });
  }
}
