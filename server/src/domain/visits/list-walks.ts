import { sql } from 'kysely';
import type { Context } from '../context.ts';

const longestPauseMs = 3_600_000;
/** Nobody walks so far; whoever asks for a page behind it has leapt. */
const farthestPage = 1_000_000_000;

/** One page in the way of a reader through a list. */
type WalkPage = { reader: string; number: number; size: number };

/**
 * Up to when a reader sees a list. The first page remembers the newest visit that it could see; later pages of the same reader,
 * with no more than an hour between two of them, leave out what came since.
 */
export async function listedUntil(ctx: Context, accountId: string, { reader, number, size }: WalkPage): Promise<Date | null> {
  const now = ctx.clock.now();
  if (number > 1) {
    const walk = await ctx.db
      .selectFrom('list_walks')
      .select('until_at')
      .where('reader', '=', reader)
      .where('begun_at', '>', new Date(now.getTime() - longestPauseMs))
      .executeTakeFirst();
    return walk?.until_at ?? null;
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
    with left_behind as (delete from list_walk_pages where reader = ${reader} and page_size = ${size})
    insert into list_walks (reader, until_at, begun_at) values (${reader}, ${until}, ${now})
    on conflict (reader) do update set until_at = excluded.until_at, begun_at = excluded.begun_at`.execute(ctx.db);
  return until;
}

/**
 * What the earlier pages of a walk have shown. A page that goes on behind them neither repeats nor skips anything, also when a
 * visit arrives late or a lead changes its place. Null when the page before was not asked for.
 */
export async function shownBefore(ctx: Context, { reader, number, size }: WalkPage): Promise<string[] | null> {
  if (number === 1) return [];
  if (number > farthestPage) return null;
  const pages = await ctx.db
    .selectFrom('list_walk_pages')
    .select('keys')
    .where('reader', '=', reader)
    .where('page_size', '=', size)
    .where('page_number', '<', number)
    .orderBy('page_number')
    .limit(number - 1)
    .execute();
  return pages.length === number - 1 ? pages.flatMap(({ keys }) => keys) : null;
}

/** The last thing that the page before has shown; null when it was not asked for. */
export async function lastShownBefore(ctx: Context, { reader, number, size }: WalkPage): Promise<string | null> {
  if (number > farthestPage) return null;
  const page = await ctx.db
    .selectFrom('list_walk_pages')
    .select('keys')
    .where('reader', '=', reader)
    .where('page_size', '=', size)
    .where('page_number', '=', number - 1)
    .executeTakeFirst();
  return page?.keys.at(-1) ?? null;
}

/** An empty page is the end of a walk, and nothing to go on behind. */
export async function rememberShown(ctx: Context, { reader, number, size }: WalkPage, keys: string[]): Promise<void> {
  if (keys.length === 0) return;
  await sql`
    with walked as (update list_walks set begun_at = ${ctx.clock.now()} where reader = ${reader})
    insert into list_walk_pages (reader, page_size, page_number, keys) values (${reader}, ${size}, ${number}, ${keys})
    on conflict (reader, page_size, page_number) do update set keys = excluded.keys`.execute(ctx.db);
}

export async function forgetListWalks(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('list_walks')
    .where('begun_at', '<', new Date(ctx.clock.now().getTime() - longestPauseMs))
    .execute();
  await sql`delete from list_walk_pages p where not exists (select 1 from list_walks w where w.reader = p.reader)`.execute(ctx.db);
}
