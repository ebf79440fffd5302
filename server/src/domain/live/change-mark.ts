import { sql } from 'kysely';
import type { Context } from '../context.ts';

/** Marks that a user has changed something in the account. Returns the new mark, which differs from all earlier ones. */
export async function markChange(ctx: Context, accountId: string): Promise<string> {
  const mark = ctx.ids.uuid();
  await sql`
    insert into account_changes (account_id, mark, changed_at) values (${accountId}, ${mark}, ${ctx.clock.now()})
    on conflict (account_id) do update set mark = excluded.mark, changed_at = excluded.changed_at`.execute(ctx.db);
  return mark;
}

/** Returns the mark of the last change by a user, or null if there was none. */
export async function findChangeMark(ctx: Context, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ mark: string }>`select mark from account_changes where account_id = ${accountId}`.execute(ctx.db);
  return rows[0]?.mark ?? null;
}
