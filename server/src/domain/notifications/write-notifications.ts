import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';

export type NotificationKind = 'mention' | 'assigned' | 'automation';

type NewNotifications = {
  accountId: string;
  userIds: string[];
  kind: NotificationKind;
  companyIds: string[];
  actorId: string | null;
  detail: string | null;
};

/** Notifies each user about each company, in the transaction of the change. Users are not notified about their own actions. */
export async function writeNotifications(ctx: Context, trx: Database, notification: NewNotifications): Promise<void> {
  const { accountId, kind, companyIds, actorId, detail } = notification;
  const pairs = notification.userIds
    .filter((userId) => userId !== actorId)
    .flatMap((userId) => companyIds.map((companyId) => ({ userId, companyId })));
  if (pairs.length === 0) return;
  const ids = await ctx.ids.records(trx, pairs.length);
  // Arrays, because an automation can act on more companies than a statement can have parameters. Without "returning", Citus would use COPY,
  // which row-level security does not allow.
  await sql`
    insert into notifications (account_id, id, user_id, kind, company_id, actor_id, detail, created_at)
    select ${accountId}::bigint, id, user_id, ${kind}::text, company_id, ${actorId}::bigint, ${detail}::text, ${ctx.clock.now()}::timestamptz
    from unnest(${ids}::bigint[], ${pairs.map(({ userId }) => userId)}::bigint[], ${pairs.map(({ companyId }) => companyId)}::bigint[])
      as batch (id, user_id, company_id)
    returning 1`.execute(trx);
}
