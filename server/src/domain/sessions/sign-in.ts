import { hashPassword, verifyPassword } from '../access/passwords.ts';
import { checkEmail } from '../access/user.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { countAttempt, forgiveAttempt } from './count-attempt.ts';
import { openSession } from './open-session.ts';

export type Credentials = { email: string; password: string };
export type Caller = { address: string; userAgent: string };

/** Answers the secret of a new session. A wrong e-mail and a wrong password are told apart neither by words nor by time. */
export async function signIn(ctx: Context, { email, password }: Credentials, caller: Caller): Promise<string> {
  const clean = checkEmail(email);
  const attempt = { email: clean, address: caller.address };
  await countAttempt(ctx, attempt);
  const user = await ctx.db.selectFrom('users').select(['id', 'password_hash']).where('email', '=', clean).executeTakeFirst();
  const matches = await verifyPassword(user?.password_hash ?? (await hashOfNobody()), password.slice(0, 200));
  if (!user || !matches) throw new Problem('unauthenticated', 'The e-mail or the password is wrong.');
  await forgiveAttempt(ctx, attempt);
  return openSession(ctx, user.id, caller.userAgent);
}

let nobody: Promise<string> | null = null;

function hashOfNobody(): Promise<string> {
  nobody ??= hashPassword('a password that nobody has');
  return nobody;
}
