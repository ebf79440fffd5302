import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { actorOf } from './actor.ts';

type NewAuditEntry = {
  /** Who can see the entry: the owners of this account, the owners of all accounts of this user, or only the operator. */
  for: { accountId: string } | { userId: string } | 'operator';
  /** Such as `key.created`. */
  action: string;
  subject: { kind: string; id: string };
  /** Names, roles, scopes, old and new settings. Must not contain secrets. */
  detail?: Record<string, unknown>;
};

/** Account id of entries that belong to no account. */
const installation = '0';

/** Writes an audit log entry in the caller's transaction, so that it is stored if and only if the change is. */
export function recordAudit(ctx: Context, trx: Database, entry: NewAuditEntry): Promise<void> {
  return recordAudits(ctx, trx, [entry]);
}

/** Like `recordAudit`, with one statement for all entries. */
export async function recordAudits(ctx: Context, trx: Database, entries: readonly NewAuditEntry[]): Promise<void> {
  const rows = entries.map((entry) => auditRow(ctx, entry));
  await sql`select record_audit(${JSON.stringify(rows)}::jsonb)`.execute(trx);
}

function auditRow(ctx: Context, entry: NewAuditEntry) {
  const actor = actorOf(ctx);
  return {
    account_id: entry.for === 'operator' ? installation : 'accountId' in entry.for ? entry.for.accountId : null,
    of_user: entry.for !== 'operator' && 'userId' in entry.for ? entry.for.userId : null,
    id: ctx.ids.ordered(),
    happened_at: ctx.clock.now(),
    actor_kind: actor.kind,
    actor_id: actor.id,
    user_id: actor.userId,
    action: entry.action,
    subject_kind: entry.subject.kind,
    subject_id: entry.subject.id,
    detail: entry.detail ?? {},
  };
}

/** Makes a change and writes its audit log entry in one transaction. */
export function withAudit<Result>(
  ctx: Context,
  work: (trx: Database) => Promise<Result>,
  entryOf: (result: Result) => NewAuditEntry,
): Promise<Result> {
  return ctx.db.transaction().execute(async (trx) => {
    const result = await work(trx);
    await recordAudit(ctx, trx, entryOf(result));
    return result;
  });
}
