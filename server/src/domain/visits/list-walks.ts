import { sql } from 'kysely';
import type { Context } from '../context.ts';

const longestWalkMs = 3_600_000;

/**
 * Up to when a reader sees a list. The first page remembers the newest visit that it could see; later pages of the same reader,
 * within an hour, leave out what came since, so that they neither repeat nor skip anything while new visits arrive.
 */
export async function listedUntil(ctx: Context, accountId: string, reader: string, pageNumber: number): Promise<Date | null> {
  const now = ctx.clock.now();
  if (pageNumber > 1) {
    const walk = await ctx.db
      .selectFrom('list_walks')
      .select('until_at')
      .where('reader', '=', reader)
      .where('begun_at', '>', new Date(now.getTime() - longestWalkMs))
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
    insert into list_walks (reader, until_at, begun_at) values (${reader}, ${until}, ${now})
    on conflict (reader) do update set until_at = excluded.until_at, begun_at = excluded.begun_at`.execute(ctx.db);
  return until;
}

export async function forgetListWalks(ctx: Context): Promise<void> {
  await ctx.db
    .deleteFrom('list_walks')
    .where('begun_at', '<', new Date(ctx.clock.now().getTime() - longestWalkMs))
    .execute();
}
