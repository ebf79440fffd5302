import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { BoundedMap } from '../../lib/bounded-map.ts';

export type KnownPage = { url: string; title: string | null };

/** An id is made of what it stands for, so that it means the same for ever and for every account. */
const pages = new BoundedMap<string, KnownPage>(10_000);

/** Longer addresses are rare, and few of them would fill the memory. */
const longestKept = 2048;

export function notePage(id: string, page: KnownPage) {
  if (page.url.length + (page.title?.length ?? 0) <= longestKept) pages.set(id, page);
}

/** Finds pages that were stored by the account, those seen lately without asking. */
export async function findPages(trx: Transaction<DB>, accountId: string, ids: Iterable<string>): Promise<Map<string, KnownPage>> {
  const found = new Map<string, KnownPage>();
  const missing: string[] = [];
  for (const id of ids) {
    const page = pages.get(id);
    if (page) found.set(id, page);
    else missing.push(id);
  }
  if (missing.length === 0) return found;
  const { rows } = await sql<KnownPage & { id: string }>`
    select id, url, title from pages where account_id = ${accountId} and id = any(${missing}::bigint[])`.execute(trx);
  for (const { id, url, title } of rows) {
    notePage(id, { url, title });
    found.set(id, { url, title });
  }
  return found;
}
