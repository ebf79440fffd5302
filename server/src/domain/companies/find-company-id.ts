import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

/** The current id of a company; a previous id of a merged one finds it too. */
export async function findCompanyId(ctx: Context, companyId: string): Promise<string> {
  const row = await ctx.db.selectFrom('companies').select(['id', 'merged_into']).where('id', '=', companyId).executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no company ${companyId}.`);
  return row.merged_into ?? row.id;
}
