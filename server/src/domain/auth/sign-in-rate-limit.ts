import { clientNetwork } from '../../lib/client-network.ts';
import type { Context } from '../context.ts';
import { limitAttempts, returnAttempts, takeAttempt, tooManyAttempts } from './attempt-limits.ts';

const windowMinutes = 15;
const mostByPair = 10;
const mostByNetwork = 50;
const mostByEmail = 200;
/** What a network may try for an e-mail address that is being attacked from many networks. */
const mostByPairUnderAttack = 3;

type SignInAttempt = { email: string; address: string };

/**
 * Counts an attempt to sign in. Attempts from other networks never use up those of the user's own: strangers can lower how many
 * wrong passwords the user may enter, but cannot lock the user out.
 */
export async function takeSignInAttempt(ctx: Context, attempt: SignInAttempt): Promise<void> {
  const { network, pair, email } = subjectsOf(attempt);
  // The network first: an attempt that it refuses must not leave a row for its e-mail address.
  await limitAttempts(ctx, { subject: network, most: mostByNetwork, windowMinutes });
  const byPair = await takeAttempt(ctx, { subject: pair, most: mostByPair, windowMinutes });
  if (!byPair.isTaken) {
    await returnAttempts(ctx, [network]);
    throw tooManyAttempts(byPair.retryAfterSeconds);
  }
  const byEmail = await takeAttempt(ctx, { subject: email, most: mostByEmail, windowMinutes });
  if (byEmail.isTaken || byPair.used <= mostByPairUnderAttack) return;
  await returnAttempts(ctx, [network, pair]);
  const secondsPerAttempt = (windowMinutes * 60) / mostByPair;
  throw tooManyAttempts(Math.ceil((byPair.used - mostByPairUnderAttack) * secondsPerAttempt));
}

/** An attempt with the right password is not counted: people who sign in often, or from a large office, guess nothing. */
export async function returnSignInAttempt(ctx: Context, attempt: SignInAttempt): Promise<void> {
  await returnAttempts(ctx, Object.values(subjectsOf(attempt)));
}

function subjectsOf({ email, address }: SignInAttempt) {
  const network = clientNetwork(address);
  return { network: `sign-in:${network}`, pair: `sign-in:${network}:${email}`, email: `sign-in:${email}` };
}
