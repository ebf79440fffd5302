import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { withAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { refuseWhileInFeeds } from '../feed-filters/list-feeds-using.ts';
import { isUniqueViolation } from '../is-unique-violation.ts';
import { Problem, type ProblemPlace } from '../problem.ts';
import { getList, type List, type ListScope, refuseReadOnly } from './list.ts';
import { removeFromCampaigns } from './remove-from-campaigns.ts';

const maxLists = 1000;
export const maxListNameLength = 200;

export async function createList(ctx: Context, accountId: string, input: { name: string; scope: ListScope }): Promise<List> {
  const name = checkListName(input.name);
  const id = firstOf(await ctx.ids.records(ctx.db, 1));
  const createdAt = ctx.clock.now();
  await ctx.db.transaction().execute(async (trx) => {
    // Locks the account, so that concurrent calls cannot exceed the limit.
    await sql`select 1 from accounts where id = ${accountId} for no key update`.execute(trx);
    const { rows } = await sql<{ total: number }>`
      select count(*)::int as total from lists where account_id = ${accountId} and kind = 'static'`.execute(trx);
    if (firstOf(rows).total >= maxLists) throw new Problem('conflict', `An account can have at most ${maxLists} lists of its own.`);
    const created = await sql`
      insert into lists (account_id, id, kind, scope, name, created_at)
      values (${accountId}, ${id}, 'static', ${input.scope}, ${name}, ${createdAt})
      on conflict (account_id, scope, lower(name)) where kind = 'static' do nothing returning id`.execute(trx);
    if (created.rows.length === 0) throw nameTaken(name);
  });
  return { id: `static_${id}`, number: id, kind: 'static', scope: input.scope, name, createdAt, itemCount: 0 };
}

export async function renameList(ctx: Context, accountId: string, listId: string, newName: string): Promise<List> {
  const list = await getList(ctx, accountId, listId);
  refuseReadOnly(list);
  const name = checkListName(newName);
  try {
    await ctx.db.updateTable('lists').set({ name }).where('account_id', '=', accountId).where('id', '=', list.number).execute();
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken(name) : error;
  }
  return { ...list, name };
}

/** Deletes a list, but not the records on it. */
export async function deleteList(ctx: Context, accountId: string, listId: string): Promise<void> {
  const list = await getList(ctx, accountId, listId);
  refuseReadOnly(list);
  await refuseWhileInFeeds(ctx, accountId, `The list "${list.name}"`, { field: 'list', values: [list.id, list.number] });
  await withAudit(
    ctx,
    async (trx) => {
      await removeFromCampaigns(trx, accountId, { listNumber: list.number });
      await trx.deleteFrom('lists').where('account_id', '=', accountId).where('id', '=', list.number).execute();
    },
    () => ({ for: { accountId }, action: 'list.deleted', subject: { kind: 'list', id: list.id }, detail: { name: list.name } }),
  );
}

export function checkListName(name: string, place: ProblemPlace = { attribute: 'name' }): string {
  const clean = name.trim();
  if (clean !== '' && clean.length <= maxListNameLength) return clean;
  throw new Problem('invalid_input', { title: `The name of a list must have 1 to ${maxListNameLength} characters.`, ...place });
}

function nameTaken(name: string): Problem {
  return new Problem('conflict', { title: `A list named "${name}" already exists.`, attribute: 'name' });
}
