import { recordAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { updateEmailedTo } from './update-emailed-to.ts';

/** Deletes an e-mail that was logged by mistake; only the user who logged it may do so. */
export async function deleteEmail(ctx: Context, accountId: string, userId: string, emailId: string): Promise<void> {
  const id = checkRecordId(emailId, 'e-mail');
  await ctx.db.transaction().execute(async (trx) => {
    const removed = await trx
      .deleteFrom('lead_emails')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .where('logged_by', '=', userId)
      .returning('company_id')
      .executeTakeFirst();
    if (!removed) throw new Problem('not_found', 'There is no e-mail with this id that you logged.');
    await updateEmailedTo(trx, accountId, [removed.company_id]);
    await recordAudit(ctx, trx, { for: { accountId }, action: 'email.deleted', subject: { kind: 'company', id: removed.company_id } });
  });
}
