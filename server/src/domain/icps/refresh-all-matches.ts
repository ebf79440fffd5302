import type { Context } from '../context.ts';
import { refreshMatches } from './refresh-matches.ts';

/** Recomputes the matches of all accounts. Runs every night, because companies and profiles change. */
export async function refreshAllMatches(ctx: Context): Promise<void> {
  const accounts = await ctx.db.selectFrom('icps').select('account_id').distinct().execute();
  for (const { account_id } of accounts) await refreshMatches(ctx, account_id);
}
