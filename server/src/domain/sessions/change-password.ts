import { checkSignIn } from '../access/check-sign-in.ts';
import { checkPassword, hashPassword } from '../access/passwords.ts';
import { actingAs, userActor } from '../audit/actor.ts';
import { noted } from '../audit/note-audit.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { endSessions } from './end-sessions.ts';

export type PasswordChange = { current: string; password: string; sessionId: string; address: string };

/**
 * Sets a new password for who knows the present one, and ends every other session: whoever else knew the old one is out. Wrong
 * ones count as attempts to sign in, so that an open browser is no way to guess.
 */
export async function changePassword(ctx: Context, user: { id: string; email: string }, change: PasswordChange): Promise<void> {
  checkPassword(change.password);
  try {
    await checkSignIn(ctx, { email: user.email, password: change.current, address: change.address });
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'unauthenticated') throw error;
    throw new Problem('invalid_input', { title: 'This is not your present password.', parameter: 'current' });
  }
  const passwordHash = await hashPassword(change.password);
  const write = async (trx: Context['db']) => {
    await trx.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', user.id).execute();
    await endSessions(trx, user.id, { keptSessionId: change.sessionId });
  };
  await noted(actingAs(ctx, userActor(user.id)), write, () => ({
    for: { userId: user.id },
    action: 'user.password_changed',
    subject: { kind: 'user', id: user.id },
  }));
}
