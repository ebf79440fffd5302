import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { actorOf } from './actor.ts';

type AuditNote = {
  /** The account whose owners are to see it, every account of a user, or the operator alone. */
  for: { accountId: string } | { userId: string } | 'operator';
  /** What was done to what, such as `key.created`. */
  action: string;
  subject: { kind: string; id: string };
  /** Never a secret: names, roles, scopes, settings before and after. */
  detail?: Record<string, unknown>;
};

/** What concerns no account stands under this one. */
const installation = '0';

/** Notes who did what, in the transaction that does it: the change and its note exist together or not at all. */
export async function noteAudit(ctx: Context, trx: Database, note: AuditNote): Promise<void> {
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
  await sql`select note_audit(${JSON.stringify([row])}::jsonb)`.execute(trx);
}

/** Does something and notes it, both in one transaction. */
export function noted<Result>(
  ctx: Context,
  work: (trx: Database) => Promise<Result>,
  noteOf: (result: Result) => AuditNote,
): Promise<Result> {
  return ctx.db.transaction().execute(async (trx) => {
    const result = await work(trx);
    await noteAudit(ctx, trx, noteOf(result));
    return result;
  });
}
