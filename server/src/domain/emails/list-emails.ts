import { checkRecordId } from '../check-record-id.ts';
import { findCurrentCompanyIds } from '../companies/find-current-company-ids.ts';
import type { Context } from '../context.ts';
import { loadUserNames } from '../users/load-user-names.ts';

type LoggedEmail = {
  id: string;
  email: string;
  subject: string | null;
  sentAt: Date;
  sender: string | null;
  loggedBy: string | null;
};

const maxShown = 200;

/** Lists logged and imported e-mails to a company, newest first. Follows merges, also of a company that has not visited. */
export async function listEmails(ctx: Context, accountId: string, requestedId: string): Promise<LoggedEmail[]> {
  const given = checkRecordId(requestedId, 'company');
  const [companyId = given] = (await findCurrentCompanyIds(ctx, accountId, [given])).values();
  const rows = await ctx.db
    .selectFrom('lead_emails')
    .select(['id', 'email', 'subject', 'sent_at', 'sender', 'logged_by'])
    .where('account_id', '=', accountId)
    .where('company_id', '=', companyId)
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(maxShown)
    .execute();
  const names = await loadUserNames(
    ctx,
    rows.flatMap(({ logged_by }) => logged_by ?? []),
  );
  return rows.map(({ id, email, subject, sent_at, sender, logged_by }) => ({
    id,
    email,
    subject,
    sentAt: sent_at,
    sender: sender ?? names.get(logged_by ?? '') ?? null,
    loggedBy: logged_by,
  }));
}
