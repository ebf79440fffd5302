import { type RawBuilder, sql } from 'kysely';
import type { Context } from './context.ts';

/** The generation of the dashboard's rollups that is read. A rebuild writes another one. */
export function currentGeneration(accountId: string): RawBuilder<number> {
  return sql<number>`(select rollup_generation from accounts where id = ${accountId})`;
}

/**
 * Returns the time zone whose days the dashboard's rollups count. After a change of the account's time zone, this is the previous one until
 * the rollups are rebuilt.
 */
export async function getRollupTimezone(ctx: Pick<Context, 'db'>, account: { id: string; timezone: string }): Promise<string> {
  const rebuild = await ctx.db.selectFrom('day_rebuilds').select('timezone').where('account_id', '=', account.id).executeTakeFirst();
  return rebuild?.timezone ?? account.timezone;
}
