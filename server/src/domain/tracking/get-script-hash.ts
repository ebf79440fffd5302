import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

export async function getScriptHash(ctx: Context, accountId: string): Promise<string> {
  const row = await ctx.db.selectFrom('tracking_scripts').select('script_hash').where('account_id', '=', accountId).executeTakeFirst();
  if (!row) throw new Problem('not_found', 'The account has no tracking script.');
  return row.script_hash;
}
