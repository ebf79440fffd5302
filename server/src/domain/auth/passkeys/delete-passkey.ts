import { actingAs, userActor } from '../../audit/actor.ts';
import { withAudit } from '../../audit/record-audit.ts';
import { checkRecordId } from '../../check-record-id.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';

/** Deletes a passkey. The device may still offer it, but the sign-in fails. */
export async function deletePasskey(ctx: Context, userId: string, passkeyId: string): Promise<void> {
  await withAudit(
    actingAs(ctx, userActor(userId)),
    async (trx) => {
      const deleted = await trx
        .deleteFrom('passkeys')
        .where('user_id', '=', userId)
        .where('id', '=', checkRecordId(passkeyId, 'passkey'))
        .returning('name')
        .executeTakeFirst();
      if (!deleted) throw new Problem('not_found', 'There is no such passkey.');
      return deleted;
    },
    ({ name }) => ({ for: { userId }, action: 'user.passkey_removed', subject: { kind: 'user', id: userId }, detail: { name } }),
  );
}
