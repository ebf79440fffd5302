import { withAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { getUserByEmail } from '../users/get-user-by-email.ts';
import { writePassword } from './write-password.ts';

/** Sets the password of any user, for the operator. All sessions of the user end. */
export async function setPassword(ctx: Context, email: string, password: string): Promise<{ id: string }> {
  const { id } = await getUserByEmail(ctx, email);
  await withAudit(
    ctx,
    (trx) => writePassword(ctx, trx, { userId: id, password }),
    () => ({ for: { userId: id }, action: 'user.password_set', subject: { kind: 'user', id } }),
  );
  return { id };
}
