import type { Context } from '../domain/context.ts';
import { changeMark } from '../domain/live/change-mark.ts';
import { withinAccount } from '../domain/within-account.ts';

type Listener = (mark: string) => void;

const everyMs = 500;

/**
 * Notifies open pages of new data in their account. Polls the database once per account, so it does not matter which process
 * handled the visit.
 */
export class ChangeWatch {
  readonly #ctx: Context;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #marks = new Map<string, string>();
  #timer: NodeJS.Timeout | null = null;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  listen(accountId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(accountId) ?? new Set();
    this.#listeners.set(accountId, listeners);
    listeners.add(listener);
    this.#timer ??= setTimeout(() => this.#look(), everyMs);
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) {
        this.#listeners.delete(accountId);
        this.#marks.delete(accountId);
      }
    };
  }

  stop(): void {
    this.#listeners.clear();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #look(): Promise<void> {
    for (const accountId of [...this.#listeners.keys()]) {
      try {
        this.#notify(accountId, await changeMark(withinAccount(this.#ctx, accountId), accountId));
      } catch (error) {
        this.#ctx.log.warn({ err: error }, 'Polling for new visits failed; retrying');
      }
    }
    this.#timer = this.#listeners.size > 0 ? setTimeout(() => this.#look(), everyMs) : null;
  }

  #notify(accountId: string, mark: string): void {
    const before = this.#marks.get(accountId);
    this.#marks.set(accountId, mark);
    // The first poll has nothing to compare with, and a page that has just opened is up to date anyway.
    if (mark === before) return;
    for (const listener of this.#listeners.get(accountId) ?? []) listener(mark);
  }
}
