import { sql } from 'kysely';
import type { Context } from '../context.ts';

const snapshotLifetimeMs = 3_600_000;
/** Higher page numbers do not fit into the column. */
const maxPageNumber = 1_000_000_000;

/** A page of a list. The key identifies the API token and its query. */
type SnapshotPage = { snapshotKey: string; number: number; size: number };

/**
 * Returns the time up to which a list is shown, so that its pages are consistent. The first page stores the time of the newest visit; later
 * pages, requested at most an hour apart, exclude anything after that time. Null if the snapshot has expired.
 */
export async function resolveSnapshotTime(
  ctx: Context,
  accountId: string,
  { snapshotKey, number, size }: SnapshotPage,
): Promise<Date | null> {
  const now = ctx.clock.now();
  if (number > 1) {
    const snapshot = await ctx.db
      .selectFrom('pagination_snapshots')
      .select('until_at')
      .where('reader', '=', snapshotKey)
      .where('last_read_at', '>', new Date(now.getTime() - snapshotLifetimeMs))
      .executeTakeFirst();
    return snapshot?.until_at ?? null;
  }
  const newest = await ctx.db
    .selectFrom('leads')
    .select('last_visit_at')
    .where('account_id', '=', accountId)
    .where('last_visit_at', 'is not', null)
    .orderBy('last_visit_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const until = newest?.last_visit_at ?? now;
  await sql`
    with previous as (delete from pagination_pages where reader = ${snapshotKey} and page_size = ${size})
    insert into pagination_snapshots (reader, until_at, last_read_at) values (${snapshotKey}, ${until}, ${now})
    on conflict (reader) do update set until_at = excluded.until_at, last_read_at = excluded.last_read_at`.execute(ctx.db);
  return until;
}

/**
 * Returns the keys shown on previous pages. A page that excludes them neither repeats nor skips a row, even if a visit arrives late or a
 * lead changes its position. Null if a previous page was not requested.
 */
export async function loadShownKeys(ctx: Context, { snapshotKey, number, size }: SnapshotPage): Promise<string[] | null> {
  if (number === 1) return [];
  if (number > maxPageNumber) return null;
  const pages = await ctx.db
    .selectFrom('pagination_pages')
    .select('keys')
    .where('reader', '=', snapshotKey)
    .where('page_size', '=', size)
    .where('page_number', '<', number)
    .orderBy('page_number')
    .limit(number - 1)
    .execute();
  return pages.length === number - 1 ? pages.flatMap(({ keys }) => keys) : null;
}

/** Returns the last key of the previous page; null if that page was not requested. */
export async function loadLastShownKey(ctx: Context, { snapshotKey, number, size }: SnapshotPage): Promise<string | null> {
  if (number > maxPageNumber) return null;
  const page = await ctx.db
    .selectFrom('pagination_pages')
    .select('keys')
    .where('reader', '=', snapshotKey)
    .where('page_size', '=', size)
    .where('page_number', '=', number - 1)
    .executeTakeFirst();
  return page?.keys.at(-1) ?? null;
}

/** Stores the keys shown on a page. An empty page is the end of the list and is not stored. */
export async function storeShownKeys(ctx: Context, { snapshotKey, number, size }: SnapshotPage, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    with touched as (update pagination_snapshots set last_read_at = ${ctx.clock.now()} where reader = ${snapshotKey})
    insert into pagination_pages (reader, page_size, page_number, keys) values (${snapshotKey}, ${size}, ${number}, ${keys})
    on conflict (reader, page_size, page_number) do update set keys = excluded.keys`.execute(ctx.db);
}

export async function deleteOldSnapshots(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('pagination_snapshots')
    .where('last_read_at', '<', new Date(ctx.clock.now().getTime() - snapshotLifetimeMs))
    .execute();
  await sql`delete from pagination_pages p where not exists (select 1 from pagination_snapshots s where s.reader = p.reader)`.execute(
    ctx.db,
  );
}
