import { sql } from 'kysely';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { lockLanes } from '../lanes/lanes.ts';

/**
 * Revokes all access to an account in one transaction: deletes the tracking script, memberships, invitations, OAuth apps and the users who
 * belong to no other account. Returns the number of deleted users. When it returns, no worker is processing events of the account.
 */
export async function closeAccount(ctx: Context, accountId: string): Promise<{ users: number }> {
  const users = await ctx.db.transaction().execute(async (trx) => {
    const closed = await trx
      .updateTable('accounts')
      .set({ closed_at: ctx.clock.now(), company_id: null })
      .where('id', '=', accountId)
      .where('closed_at', 'is', null)
      .executeTakeFirst();
    if (closed.numUpdatedRows === 0n) return 0;
    // On a cluster, this statement makes changes on the coordinator and on other nodes commit together; elsewhere it has no effect.
    await sql`delete from commit_fence where id = 0`.execute(trx);
    const { rows } = await sql<{ id: string }>`
      select m.user_id as id from memberships m where m.account_id = ${accountId}
        and not exists (select 1 from memberships o where o.user_id = m.user_id and o.account_id <> ${accountId})`.execute(trx);
    const userIds = rows.map(({ id }) => id);
    const apps = await trx.deleteFrom('oauth_apps').where('account_id', '=', accountId).returning('client_id').execute();
    const keys = await sql<{ id: string }>`select id from api_keys where user_id = any(${userIds}::bigint[])`.execute(trx);
    const subjects = [...keys.rows.map(({ id }) => `key ${id}`), ...apps.map(({ client_id }) => `app ${client_id}`)];
    await sql`delete from idempotency_keys where subject = any(${subjects}::text[])`.execute(trx);
    await sql`delete from request_limits where subject = any(${subjects}::text[])`.execute(trx);
    await sql`
      delete from oauth_records where payload ->> 'accountId' = any(${userIds}::text[])
        or payload ->> 'clientId' = any(${apps.map(({ client_id }) => client_id)}::text[])`.execute(trx);
    for (const table of ['tracking_scripts', 'memberships', 'invitations'] as const)
      await trx.deleteFrom(table).where('account_id', '=', accountId).execute();
    await sql`delete from users where id = any(${userIds}::bigint[])`.execute(trx);
    const subject = { kind: 'account', id: accountId };
    await recordAudit(ctx, trx, { for: 'operator', action: 'account.closed', subject, detail: { users: userIds.length } });
    return userIds.length;
  });
  // Waits for batches in progress; later batches find the account closed.
  await ctx.db.transaction().execute((trx) => lockLanes(trx, accountId));
  return { users };
}
