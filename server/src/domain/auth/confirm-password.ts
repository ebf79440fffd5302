import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import type { User } from '../users/user.ts';
import { verifyCredentials } from './verify-credentials.ts';

type PasswordConfirmation = { password: string; address: string; parameter: string };

/** Requires the password of a signed-in user. Wrong passwords count as sign-in attempts, so an open browser cannot be used for guessing. */
export async function confirmPassword(ctx: Context, user: User, { password, address, parameter }: PasswordConfirmation): Promise<void> {
  try {
    await verifyCredentials(ctx, { email: user.email, password, address });
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'unauthenticated') throw error;
    throw new Problem('invalid_input', { title: 'This is not your current password.', parameter });
  }
}
