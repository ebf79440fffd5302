import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';
import { type PageVersion, pageScope } from './page-scope.ts';

type KnownPage = { url: string; title: string | null };

const maxPages = 10_000;
/** Pages with a longer URL and title are not cached: they are rare, but could use a lot of memory. */
const maxLength = 2048;

/** Pages by id. An id is a hash of the contents, so it is valid for all accounts until an account redacts its pages. */
export class PageCache {
  readonly #pages: BoundedMap<string, KnownPage>;
  readonly #scope: string;

  constructor(pages = new BoundedMap<string, KnownPage>(maxPages), scope = '') {
    this.#pages = pages;
    this.#scope = scope;
  }

  /** The part of the cache that is valid for an account. */
  forAccount(account: PageVersion): PageCache {
    return new PageCache(this.#pages, pageScope(account));
  }

  add(id: string, page: KnownPage) {
    if (page.url.length + (page.title?.length ?? 0) <= maxLength) this.#pages.set(this.#scope + id, page);
  }

  /** Finds pages of the account, reading only those that are not in memory. */
  async find(trx: Transaction<DB>, accountId: string, ids: Iterable<string>): Promise<Map<string, KnownPage>> {
    const found = new Map<string, KnownPage>();
    const missing: string[] = [];
    for (const id of ids) {
      const page = this.#pages.get(this.#scope + id);
      if (page) found.set(id, page);
      else missing.push(id);
    }
    if (missing.length === 0) return found;
    const { rows } = await sql<KnownPage & { id: string }>`
      select id, url, title from pages where account_id = ${accountId} and id = any(${missing}::bigint[])`.execute(trx);
    for (const { id, url, title } of rows) {
      this.add(id, { url, title });
      found.set(id, { url, title });
    }
    return found;
  }
}
