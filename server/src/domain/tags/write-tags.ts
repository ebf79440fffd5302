import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { withAudit } from '../audit/record-audit.ts';
import { checkRecordId } from '../check-record-id.ts';
import type { Context } from '../context.ts';
import { recheckFeeds } from '../feed-changes/record-feed-changes.ts';
import { refuseWhileInFeeds } from '../feed-filters/list-feeds-using.ts';
import { isUniqueViolation } from '../is-unique-violation.ts';
import { Problem } from '../problem.ts';
import { getTag } from './list-tags.ts';
import { checkTagColor, checkTagName, maxTags, type Tag } from './tag.ts';

export async function createTag(ctx: Context, accountId: string, input: { name: string; color?: number }): Promise<Tag> {
  const name = checkTagName(input.name);
  const color = checkTagColor(input.color ?? 0);
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  await ctx.db.transaction().execute(async (trx) => {
    // Locks the account, so that concurrent requests cannot exceed the limit.
    await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
    const { rows } = await sql<{ total: number }>`select count(*)::int as total from tags where account_id = ${accountId}`.execute(trx);
    if (firstOf(rows).total >= maxTags) throw new Problem('conflict', `An account can have at most ${maxTags} tags.`);
    const created = await sql`
      insert into tags (account_id, id, name, color) values (${accountId}, ${id}, ${name}, ${color})
      on conflict (account_id, folded_name(name)) do nothing returning id`.execute(trx);
    if (created.rows.length === 0) throw nameConflict(name);
  });
  return { id, name, color, companyCount: 0 };
}

export async function updateTag(ctx: Context, accountId: string, tagId: string, change: { name?: string; color?: number }): Promise<Tag> {
  const id = checkRecordId(tagId, 'tag');
  return ctx.db.transaction().execute(async (trx) => {
    // A concurrent change of the other attribute must not be overwritten.
    await sql`select 1 from tags where account_id = ${accountId} and id = ${id} for no key update`.execute(trx);
    const before = await getTag({ db: trx }, accountId, id);
    const name = change.name === undefined ? before.name : checkTagName(change.name);
    const color = change.color === undefined ? before.color : checkTagColor(change.color);
    try {
      await trx.updateTable('tags').set({ name, color }).where('account_id', '=', accountId).where('id', '=', id).execute();
    } catch (error) {
      throw isUniqueViolation(error) ? nameConflict(name) : error;
    }
    if (name !== before.name) await recheckFeeds(trx, accountId);
    return { ...before, name, color };
  });
}

/** Deletes a tag and removes it from companies. */
export async function deleteTag(ctx: Context, accountId: string, tagId: string): Promise<void> {
  const tag = await getTag(ctx, accountId, tagId);
  await refuseWhileInFeeds(ctx, accountId, `The tag "${tag.name}"`, { field: 'tag', values: [tag.id, tag.name] });
  await withAudit(
    ctx,
    (trx) => trx.deleteFrom('tags').where('account_id', '=', accountId).where('id', '=', tag.id).execute(),
    () => ({ for: { accountId }, action: 'tag.deleted', subject: { kind: 'tag', id: tag.id }, detail: { name: tag.name } }),
  );
}

function nameConflict(name: string): Problem {
  return new Problem('conflict', { title: `A tag named "${name}" already exists.`, attribute: 'name', parameter: 'name' });
}
