import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import type { ListScope } from './list.ts';
import { addItems } from './update-list-memberships.ts';

const names: Record<ListScope, string> = { company: 'Revealed companies', contact: 'Revealed contacts' };

/** Adds newly revealed records to the list of revealed records, in the transaction of the charge. Creates the list on first use. */
export async function recordRevealed(ctx: Context, trx: Database, accountId: string, scope: ListScope, recordIds: string[]): Promise<void> {
  const find = () =>
    sql<{ id: string }>`select id from lists where account_id = ${accountId} and kind = 'revealed' and scope = ${scope}`.execute(trx);
  let found = await find();
  if (found.rows.length === 0) {
    const [id] = await ctx.ids.records(trx, 1);
    await sql`
      insert into lists (account_id, id, kind, scope, name, created_at)
      values (${accountId}, ${id}, 'revealed', ${scope}, ${names[scope]}, ${ctx.clock.now()})
      on conflict (account_id, scope) where kind = 'revealed' do nothing`.execute(trx);
    found = await find();
  }
  await addItems(trx, accountId, firstOf(found.rows).id, recordIds, ctx.clock.now());
}
