import { sql } from 'kysely';
import type { Context } from '../../context.ts';

/**
 * Deletes events and jobs of deleted accounts. Some are added after the deletion, because collectors cache a tracking script for half a
 * minute and running jobs queue other jobs. The events are not counted, because no data of a deleted account is retained.
 */
export async function dropOrphans(ctx: Context): Promise<void> {
  const { rows: accounts } = await sql<{ account_id: string }>`
    select distinct i.account_id from inbox i where not exists (select 1 from accounts a where a.id = i.account_id)`.execute(ctx.db);
  for (const { account_id: accountId } of accounts) {
    const result = await sql`delete from inbox where account_id = ${accountId}`.execute(ctx.db);
    ctx.log.warn({ accountId, rows: Number(result.numAffectedRows ?? 0n) }, 'Deleted events of a deleted account');
  }
  await sql`delete from dead_letters f where not exists (select 1 from accounts a where a.id = f.account_id)`.execute(ctx.db);
  await deleteOrphanedJobs(ctx);
}

async function deleteOrphanedJobs(ctx: Context): Promise<void> {
  const { rows: jobs } = await sql<{ id: string; account_id: string }>`
    select id, payload ->> 'accountId' as account_id from graphile_worker._private_jobs where payload ->> 'accountId' ~ '^\\d{1,18}$'`.execute(
    ctx.db,
  );
  if (jobs.length === 0) return;
  const accountIds = [...new Set(jobs.map(({ account_id }) => account_id))];
  const { rows: existing } = await sql<{ id: string }>`select id from accounts where id = any(${accountIds}::bigint[])`.execute(ctx.db);
  const ids = new Set(existing.map(({ id }) => id));
  const orphaned = jobs.filter(({ account_id }) => !ids.has(account_id)).map(({ id }) => id);
  if (orphaned.length > 0) await sql`select 1 from graphile_worker.complete_jobs(${orphaned}::bigint[])`.execute(ctx.db);
}
