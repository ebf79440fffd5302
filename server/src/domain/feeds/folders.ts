import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';

type Folder = { id: string; name: string; feeds: { id: string; name: string; number: string }[] };

/** Selects a folder by id or by name. A folder with a new name is created. */
export type FolderChoice = { id: string } | { name: string };

export const maxFolderNameLength = 100;

/** Lists the folders of an account by name, with their feeds. */
export async function listFolders(ctx: Context, accountId: string): Promise<Folder[]> {
  const { rows } = await sql<Folder>`
    select d.id, d.name, (
      select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'number', f.number::text) order by f.number)
      from custom_feeds f where f.account_id = ${accountId} and f.folder_id = d.id) as feeds
    from feed_folders d where d.account_id = ${accountId} order by lower(d.name), d.id`.execute(ctx.db);
  return rows.map((row) => ({ ...row, feeds: row.feeds ?? [] }));
}

/** Returns the id of the selected folder, which is created if its name is new. Until the transaction ends, nobody can delete the folder. */
export async function getOrCreateFolder(ctx: Context, trx: Transaction<DB>, accountId: string, choice: FolderChoice): Promise<string> {
  if ('id' in choice) {
    const existing = await sql`select 1 from feed_folders where account_id = ${accountId} and id = ${choice.id} for key share`.execute(trx);
    if (existing.rows.length > 0) return choice.id;
    throw new Problem('not_found', { title: `There is no folder ${choice.id}.`, related: { name: 'folder', attribute: 'id' } });
  }
  const name = checkFolderName(choice.name);
  for (;;) {
    await sql`
      insert into feed_folders (account_id, id, name, created_at) values (${accountId}, ${ctx.ids.uuid()}, ${name}, ${ctx.clock.now()})
      on conflict (account_id, lower(name)) do nothing`.execute(trx);
    const { rows } = await sql<{ id: string }>`
      select id from feed_folders where account_id = ${accountId} and lower(name) = lower(${name}) for key share`.execute(trx);
    // Otherwise the existing folder has just been deleted.
    if (rows[0]) return rows[0].id;
  }
}

/** Deletes empty folders, except those that a user created explicitly, and those that a feed is being moved into. */
export async function removeEmptyFolders(trx: Transaction<DB>, accountId: string): Promise<void> {
  const isEmpty = sql`account_id = ${accountId} and not kept and not exists (
    select 1 from custom_feeds f where f.account_id = ${accountId} and f.folder_id = feed_folders.id)`;
  const { rows } = await sql<{ id: string }>`select id from feed_folders where ${isEmpty} for update skip locked`.execute(trx);
  const ids = rows.map(({ id }) => id);
  // Checked again: a feed may have been moved into the folder before it was locked.
  await sql`delete from feed_folders where ${isEmpty} and id = any(${ids}::uuid[])`.execute(trx);
}

export function checkFolderName(name: string): string {
  const clean = name.trim();
  if (clean !== '' && clean.length <= maxFolderNameLength) return clean;
  const title = `The name of a folder must have 1 to ${maxFolderNameLength} characters.`;
  throw new Problem('invalid_input', { title, related: { name: 'folder', attribute: 'name' }, parameter: 'name' });
}
