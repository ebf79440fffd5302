import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { noPasswordHash } from '../passwords/passwords.ts';
import type { User } from '../users/user.ts';
import { requiresSingleSignOn } from './enforce-single-sign-on.ts';

/** Whether a user has a password, and may sign in with one. Users who were created by the identity provider have none at first. */
export async function getPasswordState(ctx: Context, { id, email }: User): Promise<{ isSet: boolean; isAllowed: boolean }> {
  const { rows } = await sql<{ password_hash: string }>`select * from find_sign_in(${email})`.execute(ctx.db);
  return { isSet: rows[0]?.password_hash !== noPasswordHash, isAllowed: !(await requiresSingleSignOn(ctx, id)) };
}
