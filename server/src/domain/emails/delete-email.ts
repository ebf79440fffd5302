import { sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { updateEmailedTo } from './update-emailed-to.ts';

/** Deletes an e-mail that was logged by mistake, also from the timeline; only the user who logged it may do so. */
export async function deleteEmail(ctx: Context, accountId: string, userId: string, emailId: string): Promise<void> {
  const id = checkRecordId(emailId, 'e-mail');
  await ctx.db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('lead_emails')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('logged_by', '=', userId)
      .returning(['company_id', 'email'])
      .executeTakeFirst();
    if (!removed) throw new Problem('not_found', 'There is no e-mail with this id that you logged.');
    // The user may have logged other e-mails to this address: counts those that were logged later.
    await sql`
      delete from activities where account_id = ${accountId} and id = (
        select id from activities
        where account_id = ${accountId} and company_id = ${removed.company_id} and actor_id = ${userId} and kind = 'emailed'
          and detail = ${removed.email}
        order by happened_at desc, id desc limit 1 offset (
          select count(*) from lead_emails
          where account_id = ${accountId} and company_id = ${removed.company_id} and logged_by = ${userId} and email = ${removed.email}
            and id > ${id}))`.execute(trx);
    await updateEmailedTo(trx, accountId, [removed.company_id]);
    await recordAudit(ctx, trx, { for: { accountId }, action: 'email.deleted', subject: { kind: 'company', id: removed.company_id } });
  });
}
