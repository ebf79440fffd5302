import { sql } from 'kysely';
import { isBigint } from '../../lib/is-bigint.ts';
import type { Context } from '../context.ts';
import { decodeBefore, encodeCursor } from '../cursor.ts';
import type { Actor } from './actor.ts';

export type AuditEntry = {
  accountId: string;
  id: string;
  happenedAt: Date;
  actor: Actor & { email: string | null };
  action: string;
  subject: { kind: string; id: string };
  detail: Record<string, unknown>;
};

type AuditFilter = {
  /** Null for all accounts (operators only). */
  accountId: string | null;
  /** A full action such as `key.created`, or a prefix such as `key`. */
  action?: string;
  userId?: string;
  /** Part of an e-mail address, an action, an id or a detail. */
  search?: string;
  since?: Date;
  until?: Date;
  /** Cursor from `auditCursor`: only entries older than its entry are returned. */
  before?: string;
  limit: number;
};

type Row = {
  account_id: string;
  id: string;
  happened_at: Date;
  actor_kind: Actor['kind'];
  actor_id: string | null;
  user_id: string | null;
  email: string | null;
  action: string;
  subject_kind: string;
  subject_id: string;
  detail: Record<string, unknown>;
};

/** Lists audit log entries, newest first. */
export async function listAudit(ctx: Context, filter: AuditFilter): Promise<AuditEntry[]> {
  const { accountId, action, userId, search, since, until, before, limit } = filter;
  const conditions = [accountId === null ? sql`true` : sql`a.account_id = ${accountId}`];
  if (action !== undefined) conditions.push(sql`(a.action = ${action} or starts_with(a.action, ${`${action}.`}))`);
  if (userId !== undefined) conditions.push(sql`a.user_id = ${userId}`);
  if (search) conditions.push(contains(search));
  if (since !== undefined) conditions.push(sql`a.happened_at >= ${since}`);
  if (until !== undefined) conditions.push(sql`a.happened_at < ${until}`);
  if (before !== undefined) {
    const [timeMs, id] = decodeBefore(before, /^\d{1,15}$/, { test: isBigint });
    conditions.push(sql`(a.happened_at, a.id) < (${new Date(Number(timeMs))}::timestamptz, ${id}::bigint)`);
  }
  const { rows } = await sql<Row>`
    select a.account_id, a.id, a.happened_at, a.actor_kind, a.actor_id, a.user_id, u.email, a.action, a.subject_kind, a.subject_id, a.detail
    from audit_log a left join users u on u.id = a.user_id
    where ${sql.join(conditions, sql` and `)} order by a.happened_at desc, a.id desc limit ${limit}`.execute(ctx.db);
  return rows.map((row) => ({
    accountId: row.account_id,
    id: row.id,
    happenedAt: row.happened_at,
    actor: { kind: row.actor_kind, id: row.actor_id, userId: row.user_id, email: row.email },
    action: row.action,
    subject: { kind: row.subject_kind, id: row.subject_id },
    detail: row.detail,
  }));
}

function contains(search: string) {
  return sql`strpos(lower(concat_ws(' ', u.email, a.action, a.subject_kind, a.subject_id, a.detail::text)), ${search.toLowerCase()}) > 0`;
}

/** Returns the cursor for the entries older than the given one. */
export function auditCursor({ happenedAt, id }: Pick<AuditEntry, 'happenedAt' | 'id'>): string {
  return encodeCursor(happenedAt.getTime(), id);
}
