import { checkRecordId } from '../../check-record-id.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';
import { checkPasskeyName } from './passkey-name.ts';

export async function renamePasskey(ctx: Context, userId: string, passkeyId: string, name: string): Promise<void> {
  const renamed = await ctx.db
    .updateTable('passkeys')
    .set({ name: checkPasskeyName(name) })
    .where('user_id', '=', userId)
    .where('id', '=', checkRecordId(passkeyId, 'passkey'))
    .executeTakeFirst();
  if (renamed.numUpdatedRows === 0n) throw new Problem('not_found', 'There is no such passkey.');
}
