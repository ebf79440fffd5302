import { registrableDomain } from '../../lib/registrable-domain.ts';
import { withAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { findGroupParent } from './set-group-company.ts';

export const setGroupCompanyJobName = 'change-group-company';

/**
 * Moves a company into the group identified by an id or a domain; null removes it from its group. Requests cannot write to the shared
 * directory, so this queues a job.
 */
export async function requestGroupCompany(ctx: Context, accountId: string, companyId: string, group: string | null): Promise<void> {
  const groupId = group === null ? null : await findGroup(ctx, group.trim());
  if (groupId !== null) await findGroupParent(ctx.db, companyId, groupId);
  await withAudit(
    ctx,
    (trx) => ctx.jobs.add(trx, setGroupCompanyJobName, { companyId, groupId }, { key: `${setGroupCompanyJobName}:${companyId}` }),
    () => ({
      for: { accountId },
      action: 'company.group',
      subject: { kind: 'company', id: companyId },
      detail: { group_company_id: groupId },
    }),
  );
}

async function findGroup(ctx: Context, text: string): Promise<string> {
  const companies = ctx.db.selectFrom('companies').select(['companies.id', 'merged_into']);
  const domain = registrableDomain(text.toLowerCase()) ?? text.toLowerCase();
  const row = /^\d{1,18}$/.test(text)
    ? await companies.where('companies.id', '=', text).executeTakeFirst()
    : await companies
        .innerJoin('company_domains', 'company_domains.company_id', 'companies.id')
        .where('company_domains.domain', '=', domain)
        .executeTakeFirst();
  if (!row) throw new Problem('not_found', `No company in the directory has the id or domain ${JSON.stringify(text)}.`);
  return row.merged_into ?? row.id;
}
