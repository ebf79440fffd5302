import type { Context } from '../context.ts';
import { openSession } from './create-session.ts';
import { checkSignIn } from './verify-credentials.ts';

export type Credentials = { email: string; password: string };
export type Caller = { address: string; userAgent: string };

/** Answers the secret of a new session. */
export async function signIn(ctx: Context, { email, password }: Credentials, caller: Caller): Promise<string> {
  const userId = await checkSignIn(ctx, { email, password, address: caller.address });
  return openSession(ctx, userId, caller.userAgent);
}
