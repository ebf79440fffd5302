/** Chooses a server of a role, like a proxy in front of them. */
export type Upstreams = { web: string[]; collector: string[] };

export type RequestCount = { answers: number; notReady: number; limited: number; unreachable: number };

/** Sends requests and records every response: acceptable ones are counted, others are kept as faults. */
export class SoakRequests {
  readonly counts: Record<string, RequestCount> = {};
  readonly faults: string[] = [];
  readonly latenciesMs: Record<string, number[]> = {};
  readonly #upstreams: Upstreams;
  #turn = 0;

  constructor(upstreams: Upstreams) {
    this.#upstreams = upstreams;
  }

  /** One attempt, at the next server of the role. Null without a usable response. */
  async send(
    kind: string,
    path: string,
    init: RequestInit = {},
    role: keyof Upstreams = 'web',
  ): Promise<{ status: number; text: string; headers: Headers } | null> {
    this.counts[kind] ??= { answers: 0, notReady: 0, limited: 0, unreachable: 0 };
    this.latenciesMs[kind] ??= [];
    const servers = this.#upstreams[role];
    const beganMs = performance.now();
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(`${servers[this.#turn++ % servers.length]}${path}`, { ...init, signal: AbortSignal.timeout(60_000) });
      text = await answer.text();
    } catch {
      this.counts[kind].unreachable++;
      return null;
    }
    this.counts[kind].answers++;
    if (answer.status === 503 && Number(answer.headers.get('retry-after')) > 0) {
      this.counts[kind].notReady++;
      return null;
    }
    if (answer.status === 429) {
      this.counts[kind].limited++;
      return null;
    }
    if (answer.status >= 400) this.faults.push(`${kind}: ${init.method ?? 'GET'} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    else this.latenciesMs[kind].push(performance.now() - beganMs);
    return { status: answer.status, text, headers: answer.headers };
  }

  /** Retries like a client until there is a response or the time is over. */
  async sendWithRetries(kind: string, path: string, init: RequestInit = {}, role: keyof Upstreams = 'web') {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(100 + Math.random() * 200)) {
      const answer = await this.send(kind, path, init, role);
      if (answer && answer.status < 400) return answer;
      if (answer) throw new Error(this.faults.at(-1));
    }
    throw new Error(`${kind}: no response for two minutes from ${path}`);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
