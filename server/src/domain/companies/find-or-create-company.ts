import { domainToUnicode } from 'node:url';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import { registrableDomain } from '../../lib/registrable-domain.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { companyReference } from '../identification/company-reference.ts';
import { Problem } from '../problem.ts';
import { resolveCompanies } from './resolve-companies.ts';
import { visibleCompany } from './visible-company.ts';

/** Finds a company by its id or domain. If the domain is unknown, creates a company that only this account can see. */
export async function findOrCreateCompany(ctx: Context, accountId: string, company: string, name?: string): Promise<string> {
  if (/^\d+$/.test(company)) {
    const row = await ctx.db
      .selectFrom('companies')
      .select(['id', 'merged_into'])
      .where('id', '=', checkRecordId(company, 'company'))
      .where(visibleCompany(accountId, 'companies'))
      .executeTakeFirst();
    if (!row) throw new Problem('not_found', `There is no company ${company}.`);
    return row.merged_into ?? row.id;
  }
  const domain = registrableDomain(company.toLowerCase());
  if (domain === null)
    throw new Problem('invalid_input', {
      title: `${JSON.stringify(company)} is neither the id nor the domain of a company.`,
      parameter: 'company',
    });
  const reference = { ...companyReference({ domain, name: name ?? domainToUnicode(domain) }), origin: 'person' as const };
  return getOrThrow(await resolveCompanies(ctx, accountId, [reference]), reference.key);
}
