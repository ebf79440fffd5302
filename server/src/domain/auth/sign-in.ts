import type { Context } from '../context.ts';
import { createSession } from './create-session.ts';
import { answerSignInChallenge, createSignInChallenge } from './two-factor/sign-in-challenges.ts';
import { verifyCredentials } from './verify-credentials.ts';

type Credentials = { email: string; password: string };
export type Caller = { address: string; userAgent: string };

/** Either the secret of a new session, or the challenge that the second factor has to answer. */
type SignInStep = { session: string } | { challenge: string };

/** Signs in with e-mail address and password. */
export async function signIn(ctx: Context, { email, password }: Credentials, caller: Caller): Promise<SignInStep> {
  const userId = await verifyCredentials(ctx, { email, password, address: caller.address });
  const challenge = await createSignInChallenge(ctx, userId);
  return challenge === null ? { session: await createSession(ctx, userId, caller.userAgent) } : { challenge };
}

/** Continues a sign-in with the code of the second factor. Returns the secret of a new session. */
export async function completeSignIn(ctx: Context, given: { challenge: string; code: string }, caller: Caller): Promise<string> {
  const userId = await answerSignInChallenge(ctx, { ...given, address: caller.address });
  return createSession(ctx, userId, caller.userAgent);
}
