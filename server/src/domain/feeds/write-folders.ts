import { sql } from 'kysely';
import { isUuid } from '../../lib/is-uuid.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { isUniqueViolation } from '../is-unique-violation.ts';
import { Problem } from '../problem.ts';
import { checkFolderName } from './folders.ts';

const maxFolders = 200;

/** Creates a folder that is not deleted when it is empty. */
export async function createFolder(ctx: Context, accountId: string, requestedName: string): Promise<{ id: string; name: string }> {
  const name = checkFolderName(requestedName);
  const id = ctx.ids.uuid();
  await withUniqueName(name, () =>
    ctx.db.transaction().execute(async (trx) => {
      // Serializes concurrent counts, so the limit is exact.
      await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
      const { total } = await trx
        .selectFrom('feed_folders')
        .select(({ fn }) => fn.countAll<string>().as('total'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow();
      if (Number(total) >= maxFolders) throw new Problem('conflict', `An account can have at most ${maxFolders} folders.`);
      await trx.insertInto('feed_folders').values({ account_id: accountId, id, name, created_at: ctx.clock.now(), kept: true }).execute();
    }),
  );
  return { id, name };
}

export async function renameFolder(ctx: Context, accountId: string, folderId: string, requestedName: string): Promise<void> {
  const name = checkFolderName(requestedName);
  const id = checkFolderId(folderId);
  const { numUpdatedRows } = await withUniqueName(name, () =>
    ctx.db.updateTable('feed_folders').set({ name }).where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst(),
  );
  if (numUpdatedRows === 0n) throw noFolder(folderId);
}

/** Deletes a folder. Its feeds remain, outside of any folder. */
export async function deleteFolder(ctx: Context, accountId: string, folderId: string): Promise<void> {
  const id = checkFolderId(folderId);
  await ctx.db.transaction().execute(async (trx) => {
    // Waits until feeds that are being moved into the folder are in it.
    await sql`select 1 from feed_folders where account_id = ${accountId} and id = ${id} for update`.execute(trx);
    await trx
      .updateTable('custom_feeds')
      .set({ folder_id: null, updated_at: ctx.clock.now() })
      .where('account_id', '=', accountId)
      .where('folder_id', '=', id)
      .execute();
    const { numDeletedRows } = await trx
      .deleteFrom('feed_folders')
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw noFolder(folderId);
    await recordAudit(ctx, trx, { for: { accountId }, action: 'folder.deleted', subject: { kind: 'folder', id } });
  });
}

async function withUniqueName<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error))
      throw new Problem('conflict', { title: `A folder named ${JSON.stringify(name)} already exists.`, parameter: 'name' });
    throw error;
  }
}

function checkFolderId(id: string): string {
  if (!isUuid(id)) throw noFolder(id);
  return id;
}

function noFolder(id: string): Problem {
  return new Problem('not_found', `There is no folder ${JSON.stringify(id)}.`);
}
