import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { recordRevealed } from '../lists/record-revealed.ts';
import { Problem } from '../problem.ts';
import { creditMonth, revealedSince } from './credit-month.ts';

export type RecordKind = 'company' | 'contact' | 'ip';
type Charge = { kind: RecordKind; recordIds: string[]; operation: string; requestId: string };

/**
 * Reveals records for twelve months at one credit each, all or none, and returns the credits charged. Records already revealed are free.
 * Locking the row of the month serializes the charges of an account.
 */
export async function revealRecords(ctx: Context, account: { id: string; monthlyCredits: number }, charge: Charge): Promise<number> {
  const { kind, operation, requestId } = charge;
  const now = ctx.clock.now();
  const month = creditMonth(now);
  const unrevealed = await listUnrevealedRecords(ctx, account.id, kind, [...new Set(charge.recordIds)]);
  if (unrevealed.length === 0) return 0;
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
    // Another request may have revealed some of the records while this one waited for the lock.
    const unrevealedIds = await listUnrevealedRecords({ ...ctx, db: trx }, account.id, kind, unrevealed);
    if (unrevealedIds.length === 0) return 0;
    if (used + unrevealedIds.length > account.monthlyCredits) throw notEnough(account.monthlyCredits - used);
    await sql`
      insert into revealed_records (account_id, kind, record_id, revealed_at)
      select ${account.id}::bigint, ${kind}, id, ${now}::timestamptz from unnest(${unrevealedIds}::text[]) as wanted (id)
      on conflict (account_id, kind, record_id) do update set revealed_at = excluded.revealed_at`.execute(trx);
    await trx
      .updateTable('credit_months')
      .set({ used: used + unrevealedIds.length })
      .where('account_id', '=', account.id)
      .where('month', '=', month)
      .execute();
    await trx
      .insertInto('credit_charges')
      .values(
        unrevealedIds.map((recordId) => ({
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
    if (kind !== 'ip') await recordRevealed(ctx, trx, account.id, kind, unrevealedIds);
    return unrevealedIds.length;
  });
}

async function listUnrevealedRecords(
  ctx: Pick<Context, 'db' | 'clock'>,
  accountId: string,
  kind: RecordKind,
  recordIds: string[],
): Promise<string[]> {
  if (recordIds.length === 0) return [];
  const revealed = await ctx.db
    .selectFrom('revealed_records')
    .select('record_id')
    .where('account_id', '=', accountId)
    .where('kind', '=', kind)
    .where('record_id', 'in', recordIds)
    .where('revealed_at', '>', revealedSince(ctx.clock.now()))
    .execute();
  const revealedIds = new Set(revealed.map(({ record_id }) => record_id));
  return recordIds.filter((id) => !revealedIds.has(id));
}

function notEnough(left: number): Problem {
  return new Problem('insufficient_credits', `This needs more credits than the ${Math.max(0, left)} that are left this month.`);
}
