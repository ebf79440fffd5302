type Route = { requests: Map<string, Map<number, number>>; seconds: number; count: number; upTo: number[] };

/** Seconds up to which answers are counted together; longer ones only in the whole. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * Counts answers by route, method and status, and how long they took by route. It is told of every page view of every visitor, so it
 * counts with plain numbers and writes them out only when somebody asks.
 */
export class AnswerTally {
  readonly #routes = new Map<string, Route>();

  note(route: string, method: string, status: number, seconds: number) {
    let known = this.#routes.get(route);
    if (known === undefined) {
      known = { requests: new Map(), seconds: 0, count: 0, upTo: bounds.map(() => 0) };
      this.#routes.set(route, known);
    }
    let statuses = known.requests.get(method);
    if (statuses === undefined) {
      statuses = new Map();
      known.requests.set(method, statuses);
    }
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    known.seconds += seconds;
    known.count++;
    for (let at = bounds.length - 1; at >= 0 && seconds <= bounds[at]!; at--) known.upTo[at]!++;
  }

  /** In the text format that Prometheus reads. */
  text(): string {
    const requests = [...this.#routes].flatMap(([route, known]) =>
      [...known.requests].flatMap(([method, statuses]) =>
        [...statuses].map(
          ([status, count]) => `leadlight_http_requests_total{route="${route}",method="${method}",status="${status}"} ${count}`,
        ),
      ),
    );
    const times = [...this.#routes].flatMap(([route, { seconds, count, upTo }]) => [
      ...bounds.map((bound, at) => `leadlight_http_request_seconds_bucket{le="${bound}",route="${route}"} ${upTo[at]}`),
      `leadlight_http_request_seconds_bucket{le="+Inf",route="${route}"} ${count}`,
      `leadlight_http_request_seconds_sum{route="${route}"} ${seconds}`,
      `leadlight_http_request_seconds_count{route="${route}"} ${count}`,
    ]);
    return [
      '# HELP leadlight_http_requests_total Requests by route, method and status.',
      '# TYPE leadlight_http_requests_total counter',
      ...requests,
      '',
      '# HELP leadlight_http_request_seconds Time to answer a request.',
      '# TYPE leadlight_http_request_seconds histogram',
      ...times,
      '',
    ].join('\n');
  }
}
