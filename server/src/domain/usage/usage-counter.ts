import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { withinAccount } from '../within-account.ts';

type UsedOperation = { accountId: string; operation: string; failed: boolean; credits: number };
type Count = { accountId: string; operation: string; requests: number; errors: number; credits: number };

/**
 * Counts the usage of operations. Counts are stored every second instead of with every request: a crash loses at most a second of counts,
 * on which neither limits nor charges depend. Closed accounts are not counted, because their rows are being deleted.
 */
export class UsageCounter {
  readonly #ctx: Context;
  #counts = new Map<string, Count>();
  #usedKeys = new Set<string>();
  readonly #timer: NodeJS.Timeout;

  constructor(ctx: Context, everyMs = 1000) {
    this.#ctx = ctx;
    this.#timer = setInterval(() => void this.flush(), everyMs).unref();
  }

  count({ accountId, operation, failed, credits }: UsedOperation): void {
    const key = `${accountId} ${operation}`;
    const count = this.#counts.get(key) ?? { accountId, operation, requests: 0, errors: 0, credits: 0 };
    count.requests++;
    if (failed) count.errors++;
    count.credits += credits;
    this.#counts.set(key, count);
  }

  /** Records the use of an API key, for its last-used date. Other subjects are ignored. */
  used(subject: string): void {
    if (subject.startsWith('key ')) this.#usedKeys.add(subject.slice('key '.length));
  }

  async flush(): Promise<void> {
    const counts = this.#counts;
    const keys = [...this.#usedKeys];
    this.#counts = new Map();
    this.#usedKeys = new Set();
    const now = this.#ctx.clock.now();
    const month = `${now.toISOString().slice(0, 7)}-01`;
    try {
      for (const { accountId, operation, requests, errors, credits } of counts.values()) {
        await sql`
          insert into usage_counts (account_id, month, operation, requests, errors, credits_charged)
          select a.id, ${month}::date, ${operation}::text, ${requests}::int, ${errors}::int, ${credits}::int from accounts a
          where a.id = ${accountId} and a.closed_at is null
          on conflict (account_id, month, operation) do update set requests = usage_counts.requests + excluded.requests,
            errors = usage_counts.errors + excluded.errors, credits_charged = usage_counts.credits_charged + excluded.credits_charged`.execute(
          withinAccount(this.#ctx, accountId).db,
        );
      }
      if (keys.length > 0) await this.#ctx.db.updateTable('api_keys').set({ last_used_at: now }).where('id', 'in', keys).execute();
    } catch (error) {
      this.#ctx.log.warn({ err: error }, 'Could not store usage counts');
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}
