import type { Context } from '../context.ts';
import { createSession } from './create-session.ts';
import { verifyCredentials } from './verify-credentials.ts';

export type Credentials = { email: string; password: string };
export type Caller = { address: string; userAgent: string };

/** Returns the secret of a new session. */
export async function signIn(ctx: Context, { email, password }: Credentials, caller: Caller): Promise<string> {
  const userId = await verifyCredentials(ctx, { email, password, address: caller.address });
  return createSession(ctx, userId, caller.userAgent);
}
