import { sql } from 'kysely';
import type { Database } from '../../db/connect.ts';
import type { Context } from '../context.ts';
import { actorOf } from './actor.ts';

/** What concerns no account stands under this one, for the operator. */
export const installation = '0';

export type AuditNote = {
  /** The accounts whose owners are to see it. */
  accountIds: readonly string[];
  /** What was done to what, such as `key.created`. */
  action: string;
  subject: { kind: string; id: string };
  /** Never a secret: names, roles, scopes, settings before and after. */
  detail?: Record<string, unknown>;
};

/** Notes who did what, in the transaction that does it: the change and its note exist together or not at all. */
export async function noteAudit(ctx: Context, trx: Database, { accountIds, action, subject, detail = {} }: AuditNote): Promise<void> {
  const actor = actorOf(ctx);
  const wanted = accountIds.length === 0 ? [installation] : accountIds;
  const rows = wanted.map((accountId) => ({
    account_id: accountId,
    id: ctx.ids.ordered(),
    happened_at: ctx.clock.now(),
    actor_kind: actor.kind,
    actor_id: actor.id,
    user_id: actor.userId,
    action,
    subject_kind: subject.kind,
    subject_id: subject.id,
    detail,
  }));
  await sql`select note_audit(${JSON.stringify(rows)}::jsonb)`.execute(trx);
}
