import type { Database } from '../../db/connect.ts';
import { itemAt } from '../../lib/item-at.ts';
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
  await trx
    .insertInto('notifications')
    .values(
      pairs.map(({ userId, companyId }, index) => ({
        account_id: accountId,
        id: itemAt(ids, index),
        user_id: userId,
        kind,
        company_id: companyId,
        actor_id: actorId,
        detail,
        created_at: ctx.clock.now(),
      })),
    )
    .execute();
}
