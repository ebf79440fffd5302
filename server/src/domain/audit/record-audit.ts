import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { actorOf } from './actor.ts';

type AuditNote = {
  /** Visible to the account's owners, in every account of the user, or to the operator only. */
  for: { accountId: string } | { userId: string } | 'operator';
  /** Such as `key.created`. */
  action: string;
  subject: { kind: string; id: string };
  /** Names, roles, scopes, old and new settings. Must not contain secrets. */
  detail?: Record<string, unknown>;
};

/** Account id of entries that belong to no account. */
const installation = '0';

/** Writes an audit log entry in the caller's transaction, so it exists exactly if the change does. */
export async function recordAudit(ctx: Context, trx: Database, note: AuditNote): Promise<void> {
  const actor = actorOf(ctx);
  const row = {
    account_id: note.for === 'operator' ? installation : 'accountId' in note.for ? note.for.accountId : null,
    of_user: note.for !== 'operator' && 'userId' in note.for ? note.for.userId : null,
    id: ctx.ids.ordered(),
    happened_at: ctx.clock.now(),
    actor_kind: actor.kind,
    actor_id: actor.id,
    user_id: actor.userId,
    action: note.action,
    subject_kind: note.subject.kind,
    subject_id: note.subject.id,
    detail: note.detail ?? {},
  };
  await sql`select record_audit(${JSON.stringify([row])}::jsonb)`.execute(trx);
}

/** Makes a change and writes its audit log entry in one transaction. */
export function withAudit<Result>(
  ctx: Context,
  work: (trx: Database) => Promise<Result>,
  noteOf: (result: Result) => AuditNote,
): Promise<Result> {
  return ctx.db.transaction().execute(async (trx) => {
    const result = await work(trx);
    await recordAudit(ctx, trx, noteOf(result));
    return result;
  });
}
