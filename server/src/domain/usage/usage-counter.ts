import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { withinAccount } from '../within-account.ts';

type UsedOperation = { accountId: string; operation: string; hasFailed: boolean; credits: number };
type Count = { accountId: string; operation: string; requests: number; errors: number; credits: number };

/**
 * Counts the usage of operations. Counts are stored every second instead of with every request: a crash loses at most a second of counts,
 * and neither limits nor charges depend on them. Closed accounts are not counted, because their rows are being deleted.
 */
export class UsageCounter {
  readonly #ctx: Context;
  #counts = new Map<string, Count>();
  #usedKeys = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;

  constructor(ctx: Context, everyMs = 1000) {
    this.#ctx = ctx;
    this.#timer = setInterval(() => void this.flush(), everyMs).unref();
  }

  count({ accountId, operation, hasFailed, credits }: UsedOperation): void {
    this.#add({ accountId, operation, requests: 1, errors: hasFailed ? 1 : 0, credits });
  }

  #add({ accountId, operation, requests, errors, credits }: Count): void {
    const key = `${accountId} ${operation}`;
    const count = this.#counts.get(key) ?? { accountId, operation, requests: 0, errors: 0, credits: 0 };
    count.requests += requests;
    count.errors += errors;
    count.credits += credits;
    this.#counts.set(key, count);
  }

  /** Records the use of an API key, for its last-used date. Other subjects are ignored. */
  recordUse(subject: string): void {
    if (subject.startsWith('key ')) this.#usedKeys.add(subject.slice('key '.length));
  }

  /**
   * Stores the counts. Counts that could not be stored are added to those of the next flush. A flush that takes longer than the interval
   * is not joined by another, because each holds a connection.
   */
  flush(): Promise<void> {
    this.#running ??= this.#storeAll().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #storeAll(): Promise<void> {
    const counts = this.#counts;
    const keys = [...this.#usedKeys];
    this.#counts = new Map();
    this.#usedKeys = new Set();
    const errors: unknown[] = [];
    for (const count of counts.values()) {
      try {
        await this.#store(count);
      } catch (error) {
        this.#add(count);
        errors.push(error);
      }
    }
    try {
      await this.#storeLastUse(keys);
    } catch (error) {
      for (const key of keys) this.#usedKeys.add(key);
      errors.push(error);
    }
    if (errors.length > 0) this.#ctx.log.warn({ err: errors[0], failures: errors.length }, 'Could not store usage counts');
  }

  async #store({ accountId, operation, requests, errors, credits }: Count): Promise<void> {
    const month = `${this.#ctx.clock.now().toISOString().slice(0, 7)}-01`;
    await sql`
      insert into usage_counts (account_id, month, operation, requests, errors, credits_charged)
      select a.id, ${month}::date, ${operation}::text, ${requests}::int, ${errors}::int, ${credits}::int from accounts a
      where a.id = ${accountId} and a.closed_at is null
      on conflict (account_id, month, operation) do update set requests = usage_counts.requests + excluded.requests,
        errors = usage_counts.errors + excluded.errors, credits_charged = usage_counts.credits_charged + excluded.credits_charged`.execute(
      withinAccount(this.#ctx, accountId).db,
    );
  }

  async #storeLastUse(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return;
    await this.#ctx.db.updateTable('api_keys').set({ last_used_at: this.#ctx.clock.now() }).where('id', 'in', keys).execute();
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
    await this.flush();
  }
}
