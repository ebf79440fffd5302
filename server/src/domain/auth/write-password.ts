import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { hashOptionalPassword } from '../passwords/passwords.ts';
import { Problem } from '../problem.ts';
import { deleteSessions } from './delete-sessions.ts';
import { deleteTwoFactor } from './two-factor/delete-two-factor.ts';

type PasswordWrite = {
  userId: string;
  /** Null to leave the user without a password. */
  password: string | null;
  /** The session to keep; all others end. */
  keptSessionId?: string;
  /** Whether the user has proved ownership of the e-mail address, by a mailed link or through the identity provider. */
  confirmsEmail?: boolean;
};

/** Sets a password and ends the sessions and reset links of the user, in the caller's transaction. */
export async function writePassword(ctx: Context, trx: Database, write: PasswordWrite): Promise<void> {
  const { userId, password, keptSessionId, confirmsEmail = false } = write;
  const user = await trx
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'email_confirmed_at'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!user) throw new Problem('not_found', `There is no user ${userId}.`);
  const passwordHash = await hashOptionalPassword(password, [user.email, user.first_name, user.last_name]);
  // Someone else may have created credentials with the e-mail address before it was confirmed. Those credentials end now.
  if (keptSessionId === undefined) {
    await sql`select end_unconfirmed_credentials(${userId}::bigint, ${ctx.clock.now()}::timestamptz)`.execute(trx);
    if (user.email_confirmed_at === null) {
      await deleteTwoFactor(trx, userId);
      await trx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
    }
  }
  await trx
    .updateTable('users')
    .set({ password_hash: passwordHash, ...(confirmsEmail && user.email_confirmed_at === null && { email_confirmed_at: ctx.clock.now() }) })
    .where('id', '=', userId)
    .execute();
  await trx.deleteFrom('password_resets').where('user_id', '=', userId).execute();
  await deleteSessions(trx, userId, { keptSessionId });
}
