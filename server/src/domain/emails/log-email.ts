import { writeActivities } from '../activities/activities.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { getLeadId } from '../leads/get-lead-id.ts';
import { Problem } from '../problem.ts';
import { updateEmailedTo } from './update-emailed-to.ts';

type NewEmail = { companyId: string; email: string; subject?: string | null; sentAt?: Date };

const maxAddressLength = 320;
const maxSubjectLength = 500;

/** Logs an e-mail to a company; the lead then counts as handled. */
export async function logEmail(ctx: Context, accountId: string, userId: string, input: NewEmail): Promise<{ id: string }> {
  const email = input.email.trim().toLowerCase();
  if (email.length > maxAddressLength || !/^[^\s@,]+@[^\s@,.]+(\.[^\s@,.]+)+$/.test(email))
    throw new Problem('invalid_input', { title: 'This is not an e-mail address.', parameter: 'email' });
  const subject = input.subject?.trim() || null;
  if (subject !== null && subject.length > maxSubjectLength)
    throw new Problem('invalid_input', { title: `A subject can have at most ${maxSubjectLength} characters.`, parameter: 'subject' });
  const now = ctx.clock.now();
  const sentAt = input.sentAt ?? now;
  if (sentAt > now) throw new Problem('invalid_input', { title: 'The e-mail cannot have been sent in the future.', parameter: 'sentAt' });
  const companyId = await getLeadId(ctx, accountId, input.companyId);
  const id = ctx.ids.ordered();
  await ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('lead_emails')
      .values({ account_id: accountId, id, company_id: companyId, email, subject, sent_at: sentAt, logged_by: userId })
      .execute();
    await updateEmailedTo(trx, accountId, [companyId]);
    await writeActivities(ctx, trx, { accountId, actorId: userId, companyIds: [companyId], kind: 'emailed', detail: email });
    await recordAudit(ctx, trx, { for: { accountId }, action: 'email.logged', subject: { kind: 'company', id: companyId } });
  });
  return { id };
}
