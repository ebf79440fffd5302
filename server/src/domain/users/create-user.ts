import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import { getAccount } from '../accounts/get-account.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { hashOptionalPassword } from '../passwords/passwords.ts';
import { Problem } from '../problem.ts';
import { withinAccount } from '../within-account.ts';
import { checkRole } from './roles.ts';
import { checkEmail } from './user.ts';

type NewUser = {
  accountId: string;
  email: string;
  /** Null for a user who signs in with the identity provider. */
  password: string | null;
  role: string;
  firstName?: string;
  lastName?: string;
  /** False if it is not certain that the e-mail address belongs to the person. Defaults to true, for users created by the operator. */
  isEmailConfirmed?: boolean;
  /** True if the role comes from a group of the identity provider. */
  isRoleFromGroup?: boolean;
};

/** `alsoWrite` runs in the transaction that creates the user. */
export async function createUser(ctx: Context, input: NewUser, alsoWrite?: (trx: Database) => Promise<void>): Promise<{ id: string }> {
  const email = checkEmail(input.email);
  const role = checkRole(input.role);
  const { firstName = '', lastName = '', isEmailConfirmed = true, isRoleFromGroup = false } = input;
  const passwordHash = await hashOptionalPassword(input.password, [email, firstName, lastName]);
  await getAccount(withinAccount(ctx, input.accountId), input.accountId);
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  const now = ctx.clock.now();
  return ctx.db.transaction().execute(async (trx) => {
    const created = await trx
      .insertInto('users')
      .values({
        id,
        email,
        password_hash: passwordHash,
        first_name: firstName,
        last_name: lastName,
        created_at: now,
        email_confirmed_at: isEmailConfirmed ? now : null,
      })
      .onConflict((conflict) => conflict.column('email').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!created) {
      throw new Problem('conflict', `There is already a user ${email}: use "user grant" to give them access to another account.`);
    }
    await trx
      .insertInto('memberships')
      .values({ user_id: id, account_id: input.accountId, role, is_from_group: isRoleFromGroup, created_at: now })
      .execute();
    await alsoWrite?.(trx);
    const subject = { kind: 'user', id };
    await recordAudit(ctx, trx, { for: { accountId: input.accountId }, action: 'user.created', subject, detail: { role } });
    return { id };
  });
}
