import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { hashPassword, noPasswordHash, verifyPassword } from '../passwords/passwords.ts';
import { Problem } from '../problem.ts';
import { checkEmail } from '../users/user.ts';
import { enforceSingleSignOn } from './enforce-single-sign-on.ts';
import { returnSignInAttempt, takeSignInAttempt } from './sign-in-rate-limit.ts';

/** Returns the id of the user with this e-mail and password. Neither the error nor the timing reveals which of the two is wrong. */
export async function verifyCredentials(ctx: Context, given: { email: string; password: string; address: string }): Promise<string> {
  const email = checkEmail(given.email);
  const attempt = { email, address: given.address };
  await takeSignInAttempt(ctx, attempt);
  const { rows } = await sql<{ user_id: string; password_hash: string }>`select * from find_sign_in(${email})`.execute(ctx.db);
  const user = rows.find(({ password_hash }) => password_hash !== noPasswordHash);
  const isCorrect = await verifyPassword(user?.password_hash ?? (await getDummyHash()), given.password.slice(0, 200));
  if (!user || !isCorrect) throw new Problem('unauthenticated', 'The e-mail or the password is wrong.');
  await returnSignInAttempt(ctx, attempt);
  await enforceSingleSignOn(ctx, user.user_id);
  return user.user_id;
}

let cachedDummyHash: Promise<string> | null = null;

/** Returns the hash to verify if there is no such user or the user has no password, so that the response takes as long as for a wrong password. */
function getDummyHash(): Promise<string> {
  cachedDummyHash ??= hashPassword('a password that nobody has');
  return cachedDummyHash;
}
