import { sql } from 'kysely';
import { firstOf } from '../../../lib/first-of.ts';
import type { Context } from '../../context.ts';

/** A failed request, stored so that it can be retried. */
type DeadLetter = { id: string; accountId: string; receivedAt: Date; failedAt: Date; events: number; error: string };

/** Lists dead letters of one account or all, latest failure first. */
export async function listDeadLetters(ctx: Context, { accountId, limit }: { accountId?: string; limit: number }): Promise<DeadLetter[]> {
  const only = accountId === undefined ? sql`true` : sql`account_id = ${accountId}`;
  const { rows } = await sql<{ id: string; account_id: string; received_at: Date; failed_at: Date; events: number; error: string }>`
    select id, account_id, received_at, failed_at, events, error from dead_letters where ${only}
    order by failed_at desc, account_id, lane, id limit ${limit}`.execute(ctx.db);
  return rows.map(({ id, account_id, received_at, failed_at, events, error }) => ({
    id,
    accountId: account_id,
    receivedAt: received_at,
    failedAt: failed_at,
    events,
    // The other lines are the stack trace.
    error: firstOf(error.split('\n')),
  }));
}
