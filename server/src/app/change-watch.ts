import { createHash } from 'node:crypto';
import type { Context } from '../domain/context.ts';
import { type ChangeKind, changeKinds, type DataVersions, readDataVersions } from '../domain/live/data-versions.ts';
import { withinAccount } from '../domain/within-account.ts';
import { Throttle } from '../lib/throttle.ts';

/**
 * What changed. Pages that send `version` with their requests share the responses (`shared-responses.ts`). `mark` is that of the last change
 * by a user.
 */
type Change = { kinds: ChangeKind[]; version?: string; mark: string };
type Listener = (change: Change) => void;

type WatchedAccount = {
  /** The kinds that each listener has not been notified of. */
  listeners: Map<Listener, Set<ChangeKind>>;
  /** Listeners that have not been part of a poll yet. */
  newListeners: Set<Listener>;
  /** Listeners that have not been notified yet: the data that they have loaded may be newer than a shared response. */
  unnotified: Set<Listener>;
  versions: DataVersions | null;
  throttle: Throttle;
};

const pollIntervalMs = 500;
/** The maximum time between the moment a page loads its data and the first poll for it, even on a slow connection. */
const maxPageLoadMs = 60_000;

/**
 * Notifies open pages of new data in their account. It polls the database, once per account, and therefore also notices changes made
 * by other processes. All pages of an account are notified together, because they can then share responses, and less often while changes
 * keep coming.
 */
export class ChangeWatch {
  readonly #ctx: Context;
  readonly #accounts = new Map<string, WatchedAccount>();
  #timer: NodeJS.Timeout | null = null;

  constructor(ctx: Context) {
    this.#ctx = ctx;
  }

  listen(accountId: string, listener: Listener): () => void {
    const account = this.#accounts.get(accountId) ?? this.#watch(accountId);
    account.listeners.set(listener, new Set());
    account.newListeners.add(listener);
    account.unnotified.add(listener);
    this.#timer ??= setTimeout(() => this.#poll(), pollIntervalMs);
    return () => {
      account.listeners.delete(listener);
      account.newListeners.delete(listener);
      account.unnotified.delete(listener);
      if (account.listeners.size > 0) return;
      account.throttle.stop();
      if (this.#accounts.get(accountId) === account) this.#accounts.delete(accountId);
    };
  }

  /** Adds the time that a page's requests took after a notification. The longer they take, the later the next notification is sent. */
  addCost(accountId: string, ms: number): void {
    this.#accounts.get(accountId)?.throttle.addCost(ms);
  }

  stop(): void {
    for (const { throttle } of this.#accounts.values()) throttle.stop();
    this.#accounts.clear();
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #watch(accountId: string): WatchedAccount {
    const account: WatchedAccount = {
      listeners: new Map(),
      newListeners: new Set(),
      unnotified: new Set(),
      versions: null,
      throttle: new Throttle(() => notify(account)),
    };
    this.#accounts.set(accountId, account);
    return account;
  }

  async #poll(): Promise<void> {
    for (const [accountId, account] of [...this.#accounts]) {
      try {
        this.#compare(account, await readDataVersions(withinAccount(this.#ctx, accountId), accountId));
      } catch (error) {
        this.#ctx.log.warn({ err: error }, 'Polling for changes failed; retrying');
      }
    }
    this.#timer = this.#accounts.size > 0 ? setTimeout(() => this.#poll(), pollIntervalMs) : null;
  }

  #compare(account: WatchedAccount, versions: DataVersions): void {
    const before = account.versions;
    account.versions = versions;
    const changed = changeKinds.filter((kind) => before && versions[kind].value !== before[kind].value);
    // A page loads its data before it listens, so its first poll also reports what may have changed in between.
    const earliestLoadMs = this.#ctx.clock.now().getTime() - maxPageLoadMs;
    const changedSinceLoad = changeKinds.filter(
      (kind) => changed.includes(kind) || (versions[kind].changedAt?.getTime() ?? 0) >= earliestLoadMs,
    );
    for (const [listener, kinds] of account.listeners)
      for (const kind of account.newListeners.delete(listener) ? changedSinceLoad : changed) kinds.add(kind);
    if ([...account.listeners.values()].some(({ size }) => size > 0)) account.throttle.request();
  }
}

function notify({ listeners, unnotified, versions }: WatchedAccount): void {
  if (versions === null) return;
  const version = createHash('sha256')
    .update(JSON.stringify(changeKinds.map((kind) => versions[kind].value)))
    .digest('base64url');
  for (const [listener, waiting] of listeners) {
    if (waiting.size === 0) continue;
    const kinds = changeKinds.filter((kind) => waiting.has(kind));
    waiting.clear();
    listener({ kinds, ...(!unnotified.delete(listener) && { version }), mark: versions.changes.value });
  }
}
