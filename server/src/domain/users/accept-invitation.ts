import type { Database } from '../../db/connect.ts';
import { actingAs, userActor } from '../audit/actor.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { createUser } from './create-user.ts';
import { grantRole } from './grant-role.ts';
import { getInvitationBySecret, unusableInvitation } from './invitations.ts';
import type { User } from './user.ts';

type NewPerson = { password: string; firstName: string; lastName: string };

/**
 * Adds the signed-in user to the account of an invitation. The link alone is not enough, because the inviter may have it too, and nobody
 * should join an account without their consent. A mailed link does not confirm the e-mail address of an existing user, because somebody
 * else may have created that user and may know its password or API keys.
 */
export async function acceptInvitation(ctx: Context, secret: string, user: User): Promise<{ accountId: string }> {
  const { id, accountId, email, role } = await getInvitationBySecret(ctx, secret);
  if (user.email !== email) {
    throw new Problem('forbidden', `This invitation is for ${email}, and you are signed in as ${user.email}. Sign out first.`);
  }
  await grantRole(actingAs(ctx, userActor(user.id)), { accountId, email, role, isInvitation: true }, (trx) =>
    deleteInvitation(ctx, trx, id),
  );
  return { accountId };
}

/** Creates a user for an invited person. Only a mailed link proves that the e-mail address belongs to that person. */
export async function acceptAsNewUser(ctx: Context, secret: string, person: NewPerson): Promise<{ userId: string; accountId: string }> {
  const { id, accountId, email, role, isMailed, createsUser } = await getInvitationBySecret(ctx, secret);
  if (!createsUser) {
    throw new Problem(
      'forbidden',
      `Sign in as ${email} to accept this invitation. If you do not have a user yet, ask the operator to create one with "leadlight user create".`,
    );
  }
  try {
    const user = await createUser(ctx, { accountId, email, role, ...person, isEmailConfirmed: isMailed }, (trx) =>
      deleteInvitation(ctx, trx, id),
    );
    return { userId: user.id, accountId };
  } catch (error) {
    if (!(error instanceof Problem) || error.kind !== 'conflict') throw error;
    throw new Problem('conflict', `Sign in as ${email} to accept this invitation.`);
  }
}

/** Runs in the transaction that gives access, so that an invitation works once, and not if it is revoked at the same time. */
async function deleteInvitation(ctx: Context, trx: Database, id: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('invitations')
    .where('id', '=', id)
    .where('expires_at', '>', ctx.clock.now())
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw unusableInvitation();
}
