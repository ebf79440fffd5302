import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { Fields } from './fields.ts';

/** Identifies a company: by its id if given, otherwise by its id in another register, otherwise by its domain. */
export type CompanyKeys = { id?: string; externalId?: string; domain?: string };

/** Reads the company that a line refers to. */
export function readCompanyKeys(fields: Fields): CompanyKeys {
  const id = fields.integer('company_id', 1)?.toString();
  const [given, fallback] = [fields.domain('company_domain'), fields.domain('domain')];
  const domain = given ?? fallback;
  if (id === undefined && domain === undefined && fields.faults.length === 0) fields.refuse('company_id or company_domain is missing');
  return { id, domain };
}

/** Returns the id of a shared company, following merges; null if the directory has none. */
export async function findCompanyId(ctx: Context, { id, externalId, domain }: CompanyKeys): Promise<string | null> {
  if (id !== undefined) {
    const row = await ctx.db
      .selectFrom('companies')
      .select(['id', 'merged_into'])
      .where('id', '=', id)
      .where('owner_account_id', 'is', null)
      .executeTakeFirst();
    return row === undefined ? null : (row.merged_into ?? row.id);
  }
  if (externalId !== undefined) {
    const row = await ctx.db
      .selectFrom('company_external_ids')
      .innerJoin('companies', 'companies.id', 'company_external_ids.company_id')
      .select(['companies.id', 'companies.merged_into'])
      .where('external_id', '=', externalId)
      .executeTakeFirst();
    if (row !== undefined) return row.merged_into ?? row.id;
  }
  if (domain === undefined) return null;
  const row = await ctx.db
    .selectFrom('company_domains')
    .innerJoin('companies', 'companies.id', 'company_domains.company_id')
    .select(['companies.id', 'companies.merged_into'])
    .where('company_domains.domain', '=', domain)
    .executeTakeFirst();
  return row === undefined ? null : (row.merged_into ?? row.id);
}

export async function requireCompanyId(ctx: Context, keys: CompanyKeys): Promise<string> {
  const id = await findCompanyId(ctx, keys);
  if (id === null) throw missingCompany(keys);
  return id;
}

export function missingCompany({ id, domain, externalId }: CompanyKeys): Problem {
  if (id !== undefined) return new Problem('not_found', `there is no company ${id}`);
  return new Problem(
    'not_found',
    `no company has the ${domain === undefined ? `external id ${externalId}` : `domain ${domain}`}: import it first`,
  );
}
