import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { errorCode } from '../../lib/error-code.ts';
import { dayOf, startOfDayMs } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import { lockLanes } from '../events/lanes.ts';
import { type CountedDay, countVisitDays } from '../visits/count-visit-days.ts';
import { firstPartitionMonth, visitPartitions } from '../visits/ensure-partitions.ts';
import { loadSummedVisits } from '../visits/load-summed-visits.ts';
import { recountCompanyDays } from '../visits/recount-company-days.ts';
import { rollUpVisits } from '../visits/roll-up-visits.ts';
import type { SummedVisit } from '../visits/rollup-values.ts';
import { updateLeadSums } from '../visits/update-lead-sums.ts';
import { type LimitedAccount, limitedAccounts } from './visit-limit.ts';

/** Maximum time to wait for readers and writers of old months; otherwise the next run tries again. */
const lockTimeoutSeconds = 5;

/** lock_not_available and deadlock_detected. */
const lockErrors = new Set(['55P03', '40P01']);

/**
 * Deletes months of visits that have expired for all accounts, with their sums, in one transaction. Months that may still receive late
 * events are kept as empty tables.
 */
export async function emptyPartitions(ctx: Context, before: Date): Promise<void> {
  const old = (await visitPartitions(ctx.db)).filter(({ to }) => to <= before);
  const filled: typeof old = [];
  for (const partition of old) if (await hasRows(ctx, partition.name)) filled.push(partition);
  const needed = firstPartitionMonth(ctx.clock.now());
  const dropped = old.filter(({ from }) => from < needed);
  if (filled.length === 0 && dropped.length === 0) return;
  try {
    await ctx.db.transaction().execute(async (trx) => {
      await sql`set local lock_timeout = ${sql.lit(`${lockTimeoutSeconds}s`)}`.execute(trx);
      const visited = new Set<string>();
      for (const { name } of filled) {
        await sql`lock table ${sql.ref(name)} in access exclusive mode`.execute(trx);
        const { rows } = await sql<{ account_id: string }>`select distinct account_id from ${sql.ref(name)}`.execute(trx);
        for (const { account_id } of rows) visited.add(account_id);
      }
      // Workers must not keep deleted visits in their caches.
      const accountIds = [...visited].sort();
      for (const accountId of accountIds) await lockLanes(trx, accountId);
      const accounts = accountIds.length === 0 ? [] : await limitedAccounts(trx, ctx.clock.now(), accountIds);
      if (accounts.some(({ limit }) => limit.at < before)) return;
      const cut = new Map<string, SummedVisit[]>();
      for (const account of accounts) cut.set(account.id, await loadVisitsOfCutDay(trx, account, before));
      for (const { name } of filled) await sql`truncate table ${sql.ref(name)}`.execute(trx);
      for (const account of accounts) {
        await forgetSums(trx, account, before);
        await forgetRollups(trx, account, before, cut.get(account.id) ?? []);
      }
      for (const { name } of dropped) await sql`drop table ${sql.ref(name)}`.execute(trx);
    });
  } catch (error) {
    if (!lockErrors.has(errorCode(error) ?? '')) throw error;
    ctx.log.warn('Expired months of visits are in use; they will be deleted by the next run');
  }
}

async function hasRows(ctx: Context, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.ref(name)} limit 1`.execute(ctx.db);
  return rows.length > 0;
}

/** Loads the visits about to be deleted from the day in which the last month ends. */
function loadVisitsOfCutDay(trx: Transaction<DB>, { id: accountId, timezone }: LimitedAccount, before: Date): Promise<SummedVisit[]> {
  const startAt = new Date(startOfDayMs(dayOf(before.getTime(), timezone), timezone));
  return loadSummedVisits(trx, accountId, sql`from visits v where v.started_at >= ${startAt} and v.started_at < ${before}`);
}

/** The month that is cut is not read any more, because it starts before the first day. */
async function forgetRollups(
  trx: Transaction<DB>,
  { id: accountId, timezone }: LimitedAccount,
  before: Date,
  cut: readonly SummedVisit[],
): Promise<void> {
  const lastDay = dayOf(before.getTime(), timezone);
  await sql`delete from company_values where account_id = ${accountId} and day < ${lastDay}::date`.execute(trx);
  await sql`
    delete from visit_rollups where account_id = ${accountId}
      and ((unit = 'day' and day < ${lastDay}::date) or (unit = 'month' and day < ${`${lastDay.slice(0, 7)}-01`}::date))`.execute(trx);
  await sql`
    delete from visit_rollup_hours where account_id = ${accountId} and hour < ${new Date(startOfDayMs(lastDay, timezone))}`.execute(trx);
  await rollUpVisits(trx, { accountId, timezone }, { removed: cut, written: [] });
}

/** Deletes complete days; the day in which the last month ends is recounted from the remaining visits. */
async function forgetSums(trx: Transaction<DB>, { id: accountId, timezone, limit }: LimitedAccount, before: Date): Promise<void> {
  const lastDay = dayOf(before.getTime(), timezone);
  const { rows: leads } = await sql<{ company_id: string }>`
    select company_id from leads where account_id = ${accountId} and first_visit_at < ${before} order by company_id for update`.execute(
    trx,
  );
  const { rows: removed } = await sql<CountedDay>`
    with deleted as (delete from company_days where account_id = ${accountId} and day < ${lastDay}::date returning day, visits)
    select day, sum(visits)::int as visits from deleted group by day`.execute(trx);
  await countVisitDays(trx, accountId, accountId, { removed, added: [] });
  await sql`delete from company_pages where account_id = ${accountId} and day < ${lastDay}::date`.execute(trx);
  const { rows: cut } = await sql<{ company_id: string }>`
    select distinct company_id from company_days where account_id = ${accountId} and day = ${lastDay}::date and first_visit_at < ${before}`.execute(
    trx,
  );
  const days = cut.map(({ company_id: companyId }) => ({ companyId, day: lastDay }));
  await recountCompanyDays(trx, accountId, timezone, days);
  await updateLeadSums(
    trx,
    accountId,
    leads.map(({ company_id }) => company_id),
  );
  // A visit that started before the limit may have ended after it.
  await sql`
    delete from visitors where account_id = ${accountId} and last_seen_at < ${new Date(limit.at.getTime() + 2 * 86_400_000)}
      and not exists (select 1 from visits v where v.account_id = ${accountId} and v.visitor_id = visitors.id)`.execute(trx);
}
