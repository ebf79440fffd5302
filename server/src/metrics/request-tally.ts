type Route = { requests: Map<string, Map<number, number>>; seconds: number; count: number; upTo: number[] };

export type RequestCount = { route: string; method: string; status: number; count: number };
export type RouteDurations = { route: string; seconds: number; count: number; upTo: readonly number[] };

/** Upper bounds of the buckets, in seconds. */
export const durationBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/**
 * Counts requests by route, method and status, and their durations by route. It runs for every page view of every visitor, where
 * prom-client's own bookkeeping of labels would cost several microseconds: it counts with plain numbers, read on a scrape.
 */
export class RequestTally {
  readonly #routes = new Map<string, Route>();

  note(route: string, method: string, status: number, seconds: number): void {
    let known = this.#routes.get(route);
    if (known === undefined) {
      known = { requests: new Map(), seconds: 0, count: 0, upTo: durationBuckets.map(() => 0) };
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
    for (let at = durationBuckets.length - 1; at >= 0 && seconds <= durationBuckets[at]!; at--) known.upTo[at]!++;
  }

  requests(): RequestCount[] {
    return [...this.#routes].flatMap(([route, { requests }]) =>
      [...requests].flatMap(([method, statuses]) => [...statuses].map(([status, count]) => ({ route, method, status, count }))),
    );
  }

  durations(): RouteDurations[] {
    return [...this.#routes].map(([route, { seconds, count, upTo }]) => ({ route, seconds, count, upTo }));
  }
}
