import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { getUserByEmail } from './get-user-by-email.ts';

/** Deletes a user with memberships, credentials and sessions. Notes and other content remain in the account, without the user's name. */
export async function deleteUser(ctx: Context, email: string): Promise<{ id: string }> {
  const user = await getUserByEmail(ctx, email);
  await ctx.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ account_id: string }>`
      select m.account_id from memberships m where m.user_id = ${user.id} and m.role = 'owner' and not exists (
        select 1 from memberships o where o.account_id = m.account_id and o.role = 'owner' and o.user_id <> ${user.id})`.execute(trx);
    if (rows.length > 0) {
      throw new Problem('conflict', `Account ${firstOf(rows).account_id} would have no owner: make another user an owner first.`);
    }
    // Recorded before the deletion, because the accounts of the user are unknown afterwards.
    await recordAudit(ctx, trx, { for: { userId: user.id }, action: 'user.deleted', subject: { kind: 'user', id: user.id } });
    await trx.deleteFrom('users').where('id', '=', user.id).execute();
  });
  return { id: user.id };
}
