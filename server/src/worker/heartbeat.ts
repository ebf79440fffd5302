import type pg from 'pg';
import type { Logger } from 'pino';
import { advisoryLockClasses } from '../lib/advisory-locks.ts';

type HeartbeatOptions = {
  intervalMs?: number;
  /** How long a process may take to reconnect before it counts as dead. */
  timeoutMs?: number;
};

/**
 * Holds an advisory lock per job runner of this process, which the database releases when the process dies. Returns the jobs of runners
 * without a lock to the queue, which graphile-worker itself would do only after hours.
 */
export class Heartbeat {
  readonly #pool: pg.Pool;
  readonly #log: Logger;
  readonly #timeoutMs: number;
  readonly #names = new Set<string>();
  readonly #missingSince = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #connection: pg.PoolClient | null = null;
  #beating: Promise<void> = Promise.resolve();

  constructor(pool: pg.Pool, log: Logger, { intervalMs = 5000, timeoutMs = 30_000 }: HeartbeatOptions = {}) {
    this.#pool = pool;
    this.#log = log;
    this.#timeoutMs = timeoutMs;
    this.#timer = setInterval(() => this.#beat(), intervalMs);
  }

  add(name: string): void {
    this.#names.add(name);
    this.#disconnect();
    this.#beat();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#beating;
    this.#disconnect();
  }

  #beat(): void {
    this.#beating = this.#beating
      .then(() => this.#holdLocks())
      .then(() => this.#releaseJobsOfDeadRunners())
      // The database is probably unreachable. The next beat tries again.
      .catch((error) => this.#log.debug({ err: error }, 'Job runner heartbeat failed'));
  }

  async #holdLocks(): Promise<void> {
    if (this.#connection) return;
    const client = await this.#pool.connect();
    client.once('error', () => {
      if (this.#connection === client) this.#disconnect();
    });
    this.#connection = client;
    try {
      await client.query('select pg_advisory_lock_shared($1, hashtext(name)) from unnest($2::text[]) as name', [
        advisoryLockClasses.heartbeat,
        [...this.#names],
      ]);
    } catch (error) {
      // The next beat must not find a connection without locks.
      if (this.#connection === client) this.#disconnect();
      throw error;
    }
  }

  /** Closes the connection instead of returning it to the pool, where it would keep the locks. */
  #disconnect(): void {
    this.#connection?.release(true);
    this.#connection = null;
  }

  async #releaseJobsOfDeadRunners(): Promise<void> {
    const { rows } = await this.#pool.query<{ name: string }>(
      `select distinct locked_by as name from graphile_worker._private_jobs
       where locked_by is not null and not exists (
         select 1 from pg_locks
         where locktype = 'advisory' and granted and classid = $1 and objid = (hashtext(locked_by)::bigint & 4294967295)::oid)`,
      [advisoryLockClasses.heartbeat],
    );
    const now = performance.now();
    const missing = new Set(rows.map(({ name }) => name));
    for (const name of this.#missingSince.keys()) if (!missing.has(name)) this.#missingSince.delete(name);
    for (const name of missing) if (!this.#missingSince.has(name)) this.#missingSince.set(name, now);
    const deadRunners = [...this.#missingSince].filter(([, since]) => now - since >= this.#timeoutMs).map(([name]) => name);
    if (deadRunners.length === 0) return;
    await this.#pool.query('select graphile_worker.force_unlock_workers($1::text[])', [deadRunners]);
    this.#log.warn({ runners: deadRunners }, 'Returned jobs of dead job runners to the queue');
  }
}
