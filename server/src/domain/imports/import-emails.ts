import { hashId } from '../../lib/hash-id.ts';
import { findVisibleCompanyId } from '../companies/find-visible-company-id.ts';
import type { Context } from '../context.ts';
import { updateEmailedTo } from '../emails/update-emailed-to.ts';
import { workDomain } from '../identification/work-domain.ts';
import { Problem } from '../problem.ts';
import type { Fields } from './fields.ts';
import { type CompanyKeys, missingCompany } from './find-company.ts';
import type { Importer } from './importer.ts';

type EmailRow = { company: CompanyKeys; email: string; subject?: string; sender?: string; sentAt: Date };

/** Imports e-mails sent to companies, for example from the activity log of a CRM. Duplicates are stored once. */
export function importEmails(accountId: string): Importer<EmailRow> {
  return {
    name: 'emails',
    read(fields) {
      const row: EmailRow = {
        company: readRecipient(fields),
        email: fields.required('email', fields.email('email')),
        subject: fields.text('subject', 500),
        sender: fields.text('sender', 200),
        sentAt: fields.required('sent_at', fields.time('sent_at')),
      };
      return fields.faults.length === 0 ? row : null;
    },
    async write(ctx, { company, email, subject, sender, sentAt }) {
      if (sentAt > ctx.clock.now()) throw new Problem('invalid_input', 'sent_at must not be in the future');
      const companyId = await getRecipientCompanyId(ctx, accountId, company, email);
      const id = hashId('lead_email', email, sentAt.getTime(), subject ?? null);
      const existing = await ctx.db
        .selectFrom('lead_emails')
        .select('company_id')
        .where('account_id', '=', accountId)
        .where('id', '=', id)
        .executeTakeFirst();
      const row = { company_id: companyId, email, subject: subject ?? null, sender: sender ?? null, sent_at: sentAt };
      await ctx.db
        .insertInto('lead_emails')
        .values({ account_id: accountId, id, ...row })
        .onConflict((conflict) => conflict.columns(['account_id', 'id']).doUpdateSet(row))
        .execute();
      await updateEmailedTo(ctx.db, accountId, [...new Set([companyId, existing?.company_id ?? companyId])]);
      return existing === undefined ? 'added' : 'updated';
    },
  };
}

/** Reads the company, if given. Otherwise, `getRecipientCompanyId` derives it from the e-mail address. */
function readRecipient(fields: Fields): CompanyKeys {
  return { id: fields.integer('company_id', 1)?.toString(), domain: fields.domain('company_domain') };
}

async function getRecipientCompanyId(ctx: Context, accountId: string, company: CompanyKeys, email: string): Promise<string> {
  if (company.id !== undefined || company.domain !== undefined) {
    const id = await findVisibleCompanyId(ctx.db, accountId, company);
    if (id === null) throw missingCompany(company);
    return id;
  }
  const contact = await ctx.db.selectFrom('contacts').select('company_id').where('email', '=', email).executeTakeFirst();
  if (contact) return contact.company_id;
  const id = await findVisibleCompanyId(ctx.db, accountId, { domain: workDomain(email) ?? undefined });
  if (id === null)
    throw new Problem('not_found', `no company is known for ${email}: specify company_id or company_domain, or import the company first`);
  return id;
}
