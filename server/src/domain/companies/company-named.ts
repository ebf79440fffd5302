import { parse } from 'tldts';
import type { Context } from '../context.ts';
import { companyReference } from '../identification/company-reference.ts';
import { Problem } from '../problem.ts';
import { checkRecordId } from '../record-id.ts';
import { resolveCompanies } from './resolve-companies.ts';

/** The company that a person names by its id or its domain. A domain that the directory does not know is added to it. */
export async function companyNamed(ctx: Context, company: string, name?: string): Promise<string> {
  if (/^\d+$/.test(company)) {
    const row = await ctx.db
      .selectFrom('companies')
      .select(['id', 'merged_into'])
      .where('id', '=', checkRecordId(company, 'company'))
      .executeTakeFirst();
    if (!row) throw new Problem('not_found', `There is no company ${company}.`);
    return row.merged_into ?? row.id;
  }
  const { domain, isIcann } = parse(company.toLowerCase());
  if (domain === null || !isIcann)
    throw new Problem('invalid_input', {
      title: `${JSON.stringify(company)} is neither the id nor the domain of a company.`,
      parameter: 'company',
    });
  const reference = { ...companyReference({ domain, name: name ?? domain }), origin: 'person' as const };
  return (await resolveCompanies(ctx, [reference])).get(reference.key)!;
}
