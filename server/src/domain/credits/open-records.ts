import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { recordRevealed } from '../lists/record-revealed.ts';
import { Problem } from '../problem.ts';
import { creditMonth, openSince } from './credit-month.ts';

export type RecordKind = 'company' | 'contact' | 'ip';
type Charge = { kind: RecordKind; recordIds: string[]; operation: string; requestId: string };

/**
 * Opens records for twelve months at one credit each, all or none, and returns the credits charged. Records that are already open are free.
 * Locking the row of the month serializes the charges of an account.
 */
export async function openRecords(ctx: Context, account: { id: string; monthlyCredits: number }, charge: Charge): Promise<number> {
  const { kind, operation, requestId } = charge;
  const now = ctx.clock.now();
  const month = creditMonth(now);
  const closed = await closedRecords(ctx, account.id, kind, [...new Set(charge.recordIds)]);
  if (closed.length === 0) return 0;
  return ctx.db.transaction().execute(async (trx) => {
    await trx
      .insertInto('credit_months')
      .values({ account_id: account.id, month, used: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { used } = await trx
      .selectFrom('credit_months')
      .select('used')
      .where('account_id', '=', account.id)
      .where('month', '=', month)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // Another request may have opened some of them while this one waited for the lock.
    const closedIds = await closedRecords({ ...ctx, db: trx }, account.id, kind, closed);
    if (closedIds.length === 0) return 0;
    if (used + closedIds.length > account.monthlyCredits) throw notEnough(account.monthlyCredits - used);
    await sql`
      insert into opened_records (account_id, kind, record_id, opened_at)
      select ${account.id}::bigint, ${kind}, id, ${now}::timestamptz from unnest(${closedIds}::text[]) as wanted (id)
      on conflict (account_id, kind, record_id) do update set opened_at = excluded.opened_at`.execute(trx);
    await trx
      .updateTable('credit_months')
      .set({ used: used + closedIds.length })
      .where('account_id', '=', account.id)
      .where('month', '=', month)
      .execute();
    await trx
      .insertInto('credit_charges')
      .values(
        closedIds.map((recordId) => ({
          account_id: account.id,
          id: ctx.ids.uuid(),
          charged_at: now,
          kind,
          record_id: recordId,
          credits: 1,
          operation,
          request_id: requestId,
        })),
      )
      .execute();
    if (kind !== 'ip') await recordRevealed(ctx, trx, account.id, kind, closedIds);
    return closedIds.length;
  });
}

async function closedRecords(
  ctx: Pick<Context, 'db' | 'clock'>,
  accountId: string,
  kind: RecordKind,
  recordIds: string[],
): Promise<string[]> {
  if (recordIds.length === 0) return [];
  const open = await ctx.db
    .selectFrom('opened_records')
    .select('record_id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('record_id', 'in', recordIds)
    .where('opened_at', '>', openSince(ctx.clock.now()))
    .execute();
  const openIds = new Set(open.map(({ record_id }) => record_id));
  return recordIds.filter((id) => !openIds.has(id));
}

function notEnough(left: number): Problem {
  return new Problem('insufficient_credits', `This needs more credits than the ${Math.max(0, left)} that are left this month.`);
}
