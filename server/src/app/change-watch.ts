import type { Context } from '../domain/context.ts';
import { type ChangeKind, changeKinds, type DataVersions, readDataVersions } from '../domain/live/data-versions.ts';
import { withinAccount } from '../domain/within-account.ts';

type Listener = (kinds: ChangeKind[]) => void;

const pollIntervalMs = 500;
/** The maximum time between the moment a page loads its data and the first poll for it, even on a slow connection. */
const maxPageLoadMs = 60_000;

/**
 * Notifies open pages of new data in their account. It polls the database, once per account, and therefore also notices changes made
 * by other processes.
 */
export class ChangeWatch {
  readonly #ctx: Context;
  readonly #listeners = new Map<string, Set<Listener>>();
  /** Listeners that have not been part of a poll yet. */
  readonly #newListeners = new Set<Listener>();
  readonly #versions = new Map<string, DataVersions>();
  #timer: NodeJS.Timeout | null = null;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  listen(accountId: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(accountId) ?? new Set();
    this.#listeners.set(accountId, listeners);
    listeners.add(listener);
    this.#newListeners.add(listener);
    this.#timer ??= setTimeout(() => this.#poll(), pollIntervalMs);
    return () => {
      listeners.delete(listener);
      this.#newListeners.delete(listener);
      if (listeners.size === 0) {
        this.#listeners.delete(accountId);
        this.#versions.delete(accountId);
      }
    };
  }

  stop(): void {
    this.#listeners.clear();
    this.#newListeners.clear();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #poll(): Promise<void> {
    for (const accountId of [...this.#listeners.keys()]) {
      try {
        this.#notify(accountId, await readDataVersions(withinAccount(this.#ctx, accountId), accountId));
      } catch (error) {
        this.#ctx.log.warn({ err: error }, 'Polling for changes failed; retrying');
      }
    }
    this.#timer = this.#listeners.size > 0 ? setTimeout(() => this.#poll(), pollIntervalMs) : null;
  }

  #notify(accountId: string, versions: DataVersions): void {
    const before = this.#versions.get(accountId);
    this.#versions.set(accountId, versions);
    const changed = changeKinds.filter((kind) => before && versions[kind].value !== before[kind].value);
    // A page loads its data before it listens, so its first poll also reports what may have changed in between.
    const earliestLoadMs = this.#ctx.clock.now().getTime() - maxPageLoadMs;
    const changedSinceLoad = changeKinds.filter(
      (kind) => changed.includes(kind) || (versions[kind].changedAt?.getTime() ?? 0) >= earliestLoadMs,
    );
    for (const listener of this.#listeners.get(accountId) ?? []) {
      const kinds = this.#newListeners.delete(listener) ? changedSinceLoad : changed;
      if (kinds.length > 0) listener(kinds);
    }
  }
}
