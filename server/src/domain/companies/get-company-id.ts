import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { visibleCompany } from './visible-company.ts';

/** Resolves a company id that the account may see to the current id, following merges. */
export async function getCompanyId(ctx: Context, accountId: string, companyId: string): Promise<string> {
  const row = await ctx.db
    .selectFrom('companies')
    .select(['id', 'merged_into'])
    .where('id', '=', companyId)
    .where(visibleCompany(accountId, 'companies'))
    .executeTakeFirst();
  if (!row) throw new Problem('not_found', `There is no company ${companyId}.`);
  return row.merged_into ?? row.id;
}
