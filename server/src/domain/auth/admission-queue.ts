import type { Admission } from './principal.ts';

/** A credential of one kind, and how many requests brought it since the last statement. */
export type Wanted = { hash: Buffer; requests: number };
export type Admit = (wanted: Wanted[]) => Promise<Map<string, Admission[]>>;

/** While the database works on one statement, the next may be on its way; more would only wait for the same rows. */
const mostStatements = 2;

type Waiting = { resolve(admission: Admission): void; reject(error: unknown): void };

/**
 * Looks up credentials and counts their requests in one statement for all requests that came while the last one ran. Nothing
 * is remembered between statements: a revoked key is refused by the next request, and counts hold across processes.
 */
export class AdmissionQueue {
  readonly #admit: Admit;
  readonly #unknown: Admission;
  #waiting = new Map<string, { hash: Buffer; requests: Waiting[] }>();
  #running = 0;

  constructor(admit: Admit, unknown: Admission) {
    this.#admit = admit;
    this.#unknown = unknown;
  }

  ask(hash: Buffer): Promise<Admission> {
    return new Promise((resolve, reject) => {
      const id = hash.toString('base64');
      const group = this.#waiting.get(id) ?? { hash, requests: [] };
      group.requests.push({ resolve, reject });
      this.#waiting.set(id, group);
      if (this.#running >= mostStatements) return;
      this.#running++;
      // Those who ask in the same turn of the event loop come along.
      setImmediate(() => void this.#work());
    });
  }

  async #work() {
    while (this.#waiting.size > 0) {
      const batch = this.#waiting;
      this.#waiting = new Map();
      try {
        const admissions = await this.#admit([...batch.values()].map(({ hash, requests }) => ({ hash, requests: requests.length })));
        for (const [id, { requests }] of batch) {
          const given = admissions.get(id);
          for (const [at, one] of requests.entries()) one.resolve(given?.[at] ?? this.#unknown);
        }
      } catch (error) {
        for (const { requests } of batch.values()) for (const one of requests) one.reject(error);
      }
    }
    this.#running--;
  }
}
