import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { loadAuthorNames } from '../users/load-user-names.ts';

export type Activity = { id: string; kind: string; detail: string | null; actor: string; happenedAt: Date };

type NewActivities = { accountId: string; actorId: string; companyIds: string[]; kind: string; detail: string | null };

/** Must run in the transaction of the change that the activities describe. */
export async function writeActivities(
  ctx: Context,
  trx: Database,
  { accountId, actorId, companyIds, kind, detail }: NewActivities,
): Promise<void> {
  if (companyIds.length === 0) return;
  const ids = await ctx.ids.records(trx, companyIds.length);
  // Arrays, because an automation can act on more companies than a statement can have parameters. Without "returning", Citus would use COPY,
  // which row-level security does not allow.
  await sql`
    insert into activities (account_id, id, company_id, actor_id, kind, detail, happened_at)
    select ${accountId}::bigint, id, company_id, ${actorId}::bigint, ${kind}::text, ${detail}::text, ${ctx.clock.now()}::timestamptz
    from unnest(${ids}::bigint[], ${companyIds}::bigint[]) as batch (id, company_id)
    returning 1`.execute(trx);
}

/**
 * Lists what users, automations and alerts did with a lead, newest first. More than `limit` are returned if the last ones have the same
 * time, because `before` is a time.
 */
export async function listActivities(
  ctx: Context,
  accountId: string,
  companyId: string,
  { before, limit }: { before: Date | null; limit: number },
): Promise<Activity[]> {
  const { rows } = await sql<Omit<Activity, 'actor'> & { actorId: string }>`
    select id, kind, detail, actor_id as "actorId", happened_at as "happenedAt" from (
      select * from activities
      where account_id = ${accountId} and company_id = ${companyId} and happened_at < ${before ?? 'infinity'}::timestamptz
      order by happened_at desc fetch first ${limit} rows with ties) as latest
    order by happened_at desc, id desc`.execute(ctx.db);
  const nameOf = await loadAuthorNames(
    ctx,
    rows.map(({ actorId }) => actorId),
  );
  return rows.map(({ actorId, ...activity }) => ({ ...activity, actor: nameOf(actorId) }));
}
