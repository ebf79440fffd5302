import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { visibleCompany } from './visible-company.ts';

/** The current id of a company that the account may see; a previous id of a merged one finds it too. */
export async function findCompanyId(ctx: Context, accountId: string, companyId: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('companies')
    .select(['id', 'merged_into'])
    .where('id', '=', companyId)
    .where(visibleCompany(accountId, 'companies'))
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no company ${companyId}.`);
  return row.merged_into ?? row.id;
}
