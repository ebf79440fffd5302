import type pg from 'pg';
import type { Logger } from 'pino';

/** Any number will do, as long as all workers of one database take the same. */
const lifeLock = 7_465_222;

export type HeartbeatOptions = {
  lookEveryMs?: number;
  /** A worker whose connection broke is not gone: it has this long to show itself again. */
  patienceMs?: number;
};

/**
 * Keeps a lock in the name of each job runner of this process, which the database lets go when the process dies, however it dies;
 * and gives the jobs of runners that have no such lock back to the queue, which by itself would wait for them for hours.
 */
export class Heartbeat {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #patienceMs: number;
  readonly #names = new Set<string>();
  readonly #missingSince = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #holder: pg.PoolClient | null = null;
  #looking: Promise<void> = Promise.resolve();

  constructor(pool: pg.Pool, log: Logger, { lookEveryMs = 5000, patienceMs = 30_000 }: HeartbeatOptions = {}) {
    this.#pool = pool;
    this.#log = log;
    this.#patienceMs = patienceMs;
    this.#timer = setInterval(() => this.#lookAgain(), lookEveryMs);
  }

  /** From now on this process lives in this name too. */
  show(name: string): void {
    this.#names.add(name);
    this.#letGo();
    this.#lookAgain();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
    this.#letGo();
  }

  #lookAgain(): void {
    this.#looking = this.#looking
      .then(() => this.#hold())
      .then(() => this.#release())
      // The database is away; the next look comes.
      .catch((error) => this.#log.debug({ err: error }, 'The workers of the queue could not be looked after'));
  }

  async #hold(): Promise<void> {
    if (this.#holder) return;
    const client = await this.#pool.connect();
    client.once('error', () => {
      if (this.#holder === client) this.#letGo();
    });
    this.#holder = client;
    await client.query('select pg_advisory_lock_shared($1, hashtext(name)) from unnest($2::text[]) as name', [lifeLock, [...this.#names]]);
  }

  /** The connection is ended, not given back: whoever used it next would live in our name. */
  #letGo(): void {
    this.#holder?.release(true);
    this.#holder = null;
  }

  async #release(): Promise<void> {
    const { rows } = await this.#pool.query<{ name: string }>(
      `select distinct locked_by as name from graphile_worker._private_jobs
       where locked_by is not null and not exists (
         select 1 from pg_locks
         where locktype = 'advisory' and granted and classid = $1 and objid = (hashtext(locked_by)::bigint & 4294967295)::oid)`,
      [lifeLock],
    );
    const now = performance.now();
    const missing = new Set(rows.map(({ name }) => name));
    for (const name of this.#missingSince.keys()) if (!missing.has(name)) this.#missingSince.delete(name);
    for (const name of missing) if (!this.#missingSince.has(name)) this.#missingSince.set(name, now);
    const gone = [...this.#missingSince].filter(([, since]) => now - since >= this.#patienceMs).map(([name]) => name);
    if (gone.length === 0) return;
    await this.#pool.query('select graphile_worker.force_unlock_workers($1::text[])', [gone]);
    this.#log.warn({ workers: gone }, 'Jobs of workers that are gone were given back to the queue');
  }
}
