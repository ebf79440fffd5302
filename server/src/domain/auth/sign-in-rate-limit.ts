import { clientNetwork } from '../../lib/client-network.ts';
import type { Context } from '../context.ts';
import { limitAttempts, returnAttempts, takeAttempt, tooManyAttempts } from './attempt-limits.ts';

const windowMinutes = 15;
/** Limit for one e-mail address from one network. */
const maxByPair = 10;
const maxByNetwork = 50;
const maxByEmail = 200;
/** Limit per network for an e-mail address that is being attacked from many networks. */
const maxAttemptsUnderAttack = 3;

type SignInAttempt = { email: string; address: string };

/**
 * Counts a sign-in attempt. Attempts from other networks never use up the attempts of the user's own network: an attacker can reduce the
 * number of wrong passwords the user may enter, but cannot lock the user out.
 */
export async function takeSignInAttempt(ctx: Context, attempt: SignInAttempt): Promise<void> {
  const { network, pair, email } = subjectsOf(attempt);
  // The limit of the network is checked first, so that an attempt it rejects creates no row for the e-mail address.
  await limitAttempts(ctx, { subject: network, maxAttempts: maxByNetwork, windowMinutes });
  const byPair = await takeAttempt(ctx, { subject: pair, maxAttempts: maxByPair, windowMinutes });
  if (!byPair.isAllowed) {
    await returnAttempts(ctx, [network]);
    throw tooManyAttempts(byPair.retryAfterSeconds);
  }
  const byEmail = await takeAttempt(ctx, { subject: email, maxAttempts: maxByEmail, windowMinutes });
  if (byEmail.isAllowed || byPair.used <= maxAttemptsUnderAttack) return;
  await returnAttempts(ctx, [network, pair]);
  const secondsPerAttempt = (windowMinutes * 60) / maxByPair;
  throw tooManyAttempts(Math.ceil((byPair.used - maxAttemptsUnderAttack) * secondsPerAttempt));
}

/** Refunds an attempt with the correct password, so that people who sign in often or from a large office are not limited. */
export async function returnSignInAttempt(ctx: Context, attempt: SignInAttempt): Promise<void> {
  await returnAttempts(ctx, Object.values(subjectsOf(attempt)));
}

function subjectsOf({ email, address }: SignInAttempt) {
  const network = clientNetwork(address);
  // An e-mail address can begin with the address of a network and a colon, so its subject needs a different prefix from the pair's.
  return { network: `sign-in:${network}`, pair: `sign-in:${network}:${email}`, email: `sign-in-email:${email}` };
}
