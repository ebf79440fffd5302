/** Which of the servers of a role answers, as a proxy in front of them would choose. */
export type Upstreams = { web: string[]; collector: string[] };

export type DoorCount = { answers: number; notReady: number; limited: number; unreachable: number };

/** Asks the doors and notes every answer: what may come is counted, what may not is kept. */
export class SoakDoors {
  readonly counts: Record<string, DoorCount> = {};
  readonly faults: string[] = [];
  readonly latenciesMs: Record<string, number[]> = {};
  readonly #upstreams: Upstreams;
  #turn = 0;

  constructor(upstreams: Upstreams) {
    this.#upstreams = upstreams;
  }

  /** One attempt, at the next server of the role. Null where no answer came that can be used. */
  async ask(
    door: string,
    path: string,
    init: RequestInit = {},
    role: keyof Upstreams = 'web',
  ): Promise<{ status: number; text: string; headers: Headers } | null> {
    this.counts[door] ??= { answers: 0, notReady: 0, limited: 0, unreachable: 0 };
    this.latenciesMs[door] ??= [];
    const servers = this.#upstreams[role];
    const beganMs = performance.now();
    let answer: Response;
    let text: string;
    try {
      answer = await fetch(`${servers[this.#turn++ % servers.length]}${path}`, { ...init, signal: AbortSignal.timeout(60_000) });
      text = await answer.text();
    } catch {
      this.counts[door].unreachable++;
      return null;
    }
    this.counts[door].answers++;
    if (answer.status === 503 && Number(answer.headers.get('retry-after')) > 0) {
      this.counts[door].notReady++;
      return null;
    }
    if (answer.status === 429) {
      this.counts[door].limited++;
      return null;
    }
    if (answer.status >= 400) this.faults.push(`${door}: ${init.method ?? 'GET'} ${path}: ${answer.status} ${text.slice(0, 200)}`);
    else this.latenciesMs[door].push(performance.now() - beganMs);
    return { status: answer.status, text, headers: answer.headers };
  }

  /** Again and again, as a client does that must get through, until there is an answer or the time is over. */
  async insist(door: string, path: string, init: RequestInit = {}, role: keyof Upstreams = 'web') {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; await pause(100 + Math.random() * 200)) {
      const answer = await this.ask(door, path, init, role);
      if (answer && answer.status < 400) return answer;
      if (answer) throw new Error(this.faults.at(-1));
    }
    throw new Error(`${door}: no answer for two minutes to ${path}`);
  }
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
