import { Counter, Histogram, type MetricObjectWithValues, type MetricValueWithName, type Registry } from 'prom-client';
import type { RefusalCause } from '../domain/problem.ts';
import { durationBuckets, RequestTally } from './request-tally.ts';

type Durations = MetricObjectWithValues<MetricValueWithName<'route' | 'le'>>;

const durationName = 'leadlight_http_request_duration_seconds';
const durationHelp = 'Time to answer a request.';

/** A histogram whose values are those of the tally. */
class TalliedDurations extends Histogram<'route'> {
  readonly #tally: RequestTally;

  constructor(tally: RequestTally, registry: Registry) {
    super({ name: durationName, help: durationHelp, labelNames: ['route'], buckets: durationBuckets, registers: [registry] });
    this.#tally = tally;
  }

  override async get(): Promise<Durations> {
    const values = this.#tally
      .durations()
      .flatMap(({ route, seconds, count, upTo }) => [
        ...durationBuckets.map((le, at) => ({ metricName: `${durationName}_bucket`, labels: { le, route }, value: upTo[at]! })),
        { metricName: `${durationName}_bucket`, labels: { le: '+Inf', route }, value: count },
        { metricName: `${durationName}_sum`, labels: { route }, value: seconds },
        { metricName: `${durationName}_count`, labels: { route }, value: count },
      ]);
    return { name: durationName, help: durationHelp, type: 'histogram', aggregator: 'sum', values } as unknown as Durations;
  }

  /** What the registry of prom-client asks a histogram for when it writes the text. */
  getForPromString(): Promise<Durations> {
    return this.get();
  }
}

/** Requests by route, never by address: paths may hold secrets, and are without number. */
export class RequestMetrics {
  readonly #tally = new RequestTally();
  readonly #refusals: Counter<'status' | 'cause'>;

  constructor(registry: Registry) {
    const tally = this.#tally;
    new Counter({
      name: 'leadlight_http_requests_total',
      help: 'Requests by route, method and status.',
      labelNames: ['route', 'method', 'status'],
      registers: [registry],
      collect() {
        this.reset();
        for (const { count, ...labels } of tally.requests()) this.inc(labels, count);
      },
    });
    new TalliedDurations(tally, registry);
    this.#refusals = new Counter({
      name: 'leadlight_http_refusals_total',
      help: 'Answers with status 429 or 503, by cause.',
      labelNames: ['status', 'cause'],
      registers: [registry],
    });
  }

  answered(route: string, method: string, status: number, seconds: number, cause?: RefusalCause): void {
    this.#tally.note(route, method, status, seconds);
    if (status === 429 || status === 503) this.#refusals.inc({ status, cause: cause ?? 'other' });
  }
}
