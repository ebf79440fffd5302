import { getAccount } from '../accounts/get-account.ts';
import { noted } from '../audit/note-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { withinAccount } from '../within-account.ts';
import { findUserByEmail } from './find-user.ts';
import { checkRole } from './roles.ts';

const grantable = ['manage_api'];

export type Grant = { accountId: string; email: string; role: string; permissions?: string[] };

/** Lets a user into an account, or changes what they may do there. */
export async function grantRole(ctx: Context, { accountId, email, role, permissions = [] }: Grant): Promise<{ id: string }> {
  const unknown = permissions.find((permission) => !grantable.includes(permission));
  if (unknown !== undefined) {
    throw new Problem('invalid_input', {
      title: `There is no permission "${unknown}": choose one of ${grantable.join(', ')}.`,
      parameter: 'permissions',
    });
  }
  const user = await findUserByEmail(ctx, email);
  await getAccount(withinAccount(ctx, accountId), accountId);
  const values = { role: checkRole(role), permissions };
  await noted(
    ctx,
    (trx) =>
      trx
        .insertInto('memberships')
        .values({ user_id: user.id, account_id: accountId, ...values, created_at: ctx.clock.now() })
        .onConflict((conflict) => conflict.columns(['user_id', 'account_id']).doUpdateSet(values))
        .execute(),
    () => ({ for: { accountId }, action: 'user.granted', subject: { kind: 'user', id: user.id }, detail: values }),
  );
  return { id: user.id };
}
