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

/** Limits the cost of counting. */
const maxCounted = 1000;

type Row = Omit<Notification, 'actor'> & { actorId: string | null };

type Page = { onlyUnread: boolean; offset: number; limit: number };

/**
 * Lists the user's notifications in the account, or only the unread ones, newest first. `unread` is the number of all unread ones, 1,000 at
 * most.
 */
export async function listNotifications(
  ctx: Context,
  accountId: string,
  userId: string,
  { onlyUnread, offset, limit }: Page,
): Promise<{ notifications: Notification[]; hasMore: boolean; unread: number }> {
  const { rows } = await sql<Row>`
    select n.id, n.kind, n.company_id as "companyId", c.name as company, n.actor_id as "actorId", n.detail, n.created_at as "createdAt",
      n.read_at is not null as "isRead"
    from notifications n join companies c on c.id = n.company_id
    where n.account_id = ${accountId} and n.user_id = ${userId} ${onlyUnread ? sql`and n.read_at is null` : sql``}
    order by n.created_at desc, n.id desc offset ${offset} limit ${limit + 1}`.execute(ctx.db);
  const shown = rows.slice(0, limit);
  const nameOf = await loadAuthorNames(
    ctx,
    shown.flatMap(({ actorId }) => actorId ?? []),
  );
  const notifications = shown.map(({ actorId, ...row }) => ({
    ...row,
    actor: actorId === null ? null : nameOf(actorId),
  }));
  return { notifications, hasMore: rows.length > limit, unread: await countUnread(ctx, accountId, userId) };
}

async function countUnread(ctx: Context, accountId: string, userId: string): Promise<number> {
  const { rows } = await sql<{ unread: number }>`
    select count(*)::int as unread from (
      select 1 from notifications where account_id = ${accountId} and user_id = ${userId} and read_at is null limit ${maxCounted}
    ) as counted`.execute(ctx.db);
  return firstOf(rows).unread;
}
