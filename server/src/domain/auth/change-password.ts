import { actingAs, userActor } from '../audit/actor.ts';
import { withAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { validateNewPassword } from '../passwords/passwords.ts';
import type { User } from '../users/user.ts';
import { confirmPassword } from './confirm-password.ts';
import { writePassword } from './write-password.ts';

type PasswordChange = { current: string; password: string; sessionId: string; address: string };

/** Sets a new password for a user who knows the current one, and ends all other sessions. */
export async function changePassword(ctx: Context, user: User, change: PasswordChange): Promise<void> {
  await validateNewPassword(change.password, [user.email, user.firstName, user.lastName]);
  await confirmPassword(ctx, user, { password: change.current, address: change.address, parameter: 'current' });
  const write = { userId: user.id, password: change.password, keptSessionId: change.sessionId };
  await withAudit(
    actingAs(ctx, userActor(user.id)),
    (trx) => writePassword(ctx, trx, write),
    () => ({ for: { userId: user.id }, action: 'user.password_changed', subject: { kind: 'user', id: user.id } }),
  );
}
