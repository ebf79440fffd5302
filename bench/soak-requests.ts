import { setTimeout as pause } from 'node:timers/promises';

/** Base URLs of the servers of each role. */
export type Upstreams = { web: string[]; collector: string[] };

export type RequestCount = { responses: number; notReady: number; limited: number; unreachable: number };

/** Sends requests and records every response: acceptable ones are counted, others are recorded as faults. */
export class SoakRequests {
  readonly counts: Record<string, RequestCount> = {};
  readonly faults: string[] = [];
  readonly latenciesMs: Record<string, number[]> = {};
  readonly #upstreams: Upstreams;
  #next = 0;

  constructor(upstreams: Upstreams) {
    this.#upstreams = upstreams;
  }

  /** One attempt, at the next server of the role (round robin). Returns null if there is no usable response. */
  async send(
    kind: string,
    path: string,
    init: RequestInit = {},
    role: keyof Upstreams = 'web',
  ): Promise<{ status: number; text: string; headers: Headers } | null> {
    this.counts[kind] ??= { responses: 0, notReady: 0, limited: 0, unreachable: 0 };
    this.latenciesMs[kind] ??= [];
    const servers = this.#upstreams[role];
    const startMs = performance.now();
    let response: Response;
    let text: string;
    try {
      response = await fetch(`${servers[this.#next++ % servers.length]}${path}`, { ...init, signal: AbortSignal.timeout(60_000) });
      text = await response.text();
    } catch {
      this.counts[kind].unreachable++;
      return null;
    }
    this.counts[kind].responses++;
    if (response.status === 503 && Number(response.headers.get('retry-after')) > 0) {
      this.counts[kind].notReady++;
      return null;
    }
    if (response.status === 429) {
      this.counts[kind].limited++;
      return null;
    }
    if (response.status >= 400) this.faults.push(`${kind}: ${init.method ?? 'GET'} ${path}: ${response.status} ${text.slice(0, 200)}`);
    else this.latenciesMs[kind].push(performance.now() - startMs);
    return { status: response.status, text, headers: response.headers };
  }

  /** Retries like a client until there is a response or time runs out. */
  async sendWithRetries(kind: string, path: string, init: RequestInit = {}, role: keyof Upstreams = 'web') {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(100 + Math.random() * 200)) {
      const response = await this.send(kind, path, init, role);
      if (response && response.status < 400) return response;
      if (response) throw new Error(this.faults.at(-1));
    }
    throw new Error(`${kind}: no response for two minutes from ${path}`);
  }
}
