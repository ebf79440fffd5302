import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import type { Context } from '../context.ts';
import { loadAuthorNames } from '../users/load-user-names.ts';
import type { NotificationKind } from './write-notifications.ts';

type Notification = {
  id: string;
  kind: NotificationKind;
  companyId: string;
  company: string;
  /** Null if an automation created the notification. */
  actor: string | null;
  detail: string | null;
  createdAt: Date;
  isRead: boolean;
};

const maxShown = 50;
/** Limits the cost of counting. */
const maxCounted = 1000;

type Row = Omit<Notification, 'actor'> & { actorId: string | null };

/** Lists the user's latest notifications in the account. `unread` is the number of all unread ones, 1,000 at most. */
export async function listNotifications(
  ctx: Context,
  accountId: string,
  userId: string,
): Promise<{ notifications: Notification[]; unread: number }> {
  const { rows } = await sql<Row>`
    select n.id, n.kind, n.company_id as "companyId", c.name as company, n.actor_id as "actorId", n.detail, n.created_at as "createdAt",
      n.read_at is not null as "isRead"
    from notifications n join companies c on c.id = n.company_id
    where n.account_id = ${accountId} and n.user_id = ${userId} order by n.created_at desc, n.id desc limit ${maxShown}`.execute(ctx.db);
  const nameOf = await loadAuthorNames(
    ctx,
    rows.flatMap(({ actorId }) => actorId ?? []),
  );
  const notifications = rows.map(({ actorId, ...row }) => ({
    ...row,
    actor: actorId === null ? null : nameOf(actorId),
  }));
  return { notifications, unread: await countUnread(ctx, accountId, userId) };
}

async function countUnread(ctx: Context, accountId: string, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select 1 from notifications where account_id = ${accountId} and user_id = ${userId} and read_at is null limit ${maxCounted}
    ) as counted`.execute(ctx.db);
  return firstOf(rows).unread;
}
