import type { Context } from '../context.ts';

/** Returns the id of the account with this tracking script, or null. */
export async function findAccountByScript(ctx: Context, scriptHash: string): Promise<string | null> {
  const row = await ctx.db.selectFrom('tracking_scripts').select('account_id').where('script_hash', '=', scriptHash).executeTakeFirst();
  return row?.account_id ?? null;
}
