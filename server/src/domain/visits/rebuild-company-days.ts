import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { firstOf } from '../../lib/first-of.ts';
import { required } from '../../lib/required.ts';
import { dayOf, nextDay, startOfDayMs } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import { lockLanes } from '../events/lanes.ts';
import { yieldToPipeline } from '../events/yield-to-pipeline.ts';
import { type CountedDay, countVisitDays } from './count-visit-days.ts';
import { rebuildRollupDay, storeCompanyValues } from './rebuild-rollups.ts';
import { type CompanyDay, recountCompanyDays } from './recount-company-days.ts';
import { updateLeadRollups } from './update-lead-rollups.ts';

const companiesPerStep = 200;

type RebuildOptions = {
  visitsPerStep?: number;
  /** Called between steps, to let the pipeline process the lanes of the account. */
  betweenSteps?(): Promise<void>;
};

/**
 * Backfill: rebuilds the rollups of an account in steps, first those of companies, then those of the dashboard by day, newest first. Each
 * step is a short transaction that holds the lanes and reads the time zone. Progress is stored in the database, so another run continues an
 * interrupted rebuild, and two concurrent runs share the work.
 */
export async function rebuildCompanyDays(ctx: Context, accountId: string, options: RebuildOptions = {}): Promise<void> {
  const { visitsPerStep = 5000, betweenSteps = () => yieldToPipeline(ctx, accountId) } = options;
  while (!(await ctx.db.transaction().execute((trx) => rebuildStep(ctx, trx, accountId, visitsPerStep)))) await betweenSteps();
}

type ZonedAccount = { accountId: string; timezone: string };
type Progress = { company_id: string | null; from_day: string | null; companies_done: number; rollup_day: string | null };

/** Days of a company to rebuild in one step, their number of visits, and the day to continue from; null if no day is left. */
type Slice = { companyId: string; days: string[]; visits: number; fromDay: string | null };

/** Returns true if the rebuild is complete. */
async function rebuildStep(ctx: Context, trx: Transaction<DB>, accountId: string, visitsPerStep: number): Promise<boolean> {
  await lockLanes(trx, accountId);
  const { rows } = await sql<Progress>`
    select company_id, from_day, companies_done, rollup_day from day_rebuilds where account_id = ${accountId} for update`.execute(trx);
  const progress = rows[0];
  if (!progress) return true;
  if (progress.company_id === null) {
    await resetVisitDays(trx, accountId);
    await recountLeadWindows(trx, accountId);
  }
  const { timezone } = await trx.selectFrom('accounts').select('timezone').where('id', '=', accountId).executeTakeFirstOrThrow();
  const slices = await nextSlices(trx, { accountId, timezone }, progress, visitsPerStep);
  const last = slices.at(-1);
  if (!last) {
    const day = await rebuildRollupDay(trx, { accountId, timezone }, progress.rollup_day);
    if (day === null) await sql`delete from day_rebuilds where account_id = ${accountId}`.execute(trx);
    else
      await sql`update day_rebuilds set rollup_day = ${day}, heartbeat_at = ${ctx.clock.now()} where account_id = ${accountId}`.execute(
        trx,
      );
    return day === null;
  }
  const started = slices.filter(({ companyId }) => companyId !== progress.company_id).map(({ companyId }) => companyId);
  const ended = slices.filter(({ fromDay }) => fromDay === null).map(({ companyId }) => companyId);
  await lockLeads(trx, accountId, slices);
  await deleteCompanyRollups(trx, accountId, started);
  const days = slices.flatMap(({ companyId, days }): CompanyDay[] => days.map((day) => ({ companyId, day })));
  await recountCompanyDays(trx, accountId, timezone, days);
  await storeCompanyValues(trx, { accountId, timezone }, days);
  await updateLeadRollups(trx, accountId, ended);
  await sql`
    update day_rebuilds set company_id = ${last.companyId}, from_day = ${last.fromDay}, companies_done = ${progress.companies_done + ended.length},
      heartbeat_at = ${ctx.clock.now()} where account_id = ${accountId}`.execute(trx);
  return false;
}

/** Returns the work of the next step: usually whole companies, but only some days of a very large one. */
async function nextSlices(trx: Transaction<DB>, account: ZonedAccount, progress: Progress, visitsPerStep: number): Promise<Slice[]> {
  const { accountId } = account;
  const after = progress.from_day === null ? sql`company_id > ${progress.company_id ?? '0'}` : sql`company_id >= ${progress.company_id}`;
  const { rows } = await sql<{ company_id: string }>`
    select company_id from leads where account_id = ${accountId} and ${after} order by company_id limit ${companiesPerStep}`.execute(trx);
  const slices: Slice[] = [];
  let visitsLeft = visitsPerStep;
  for (const { company_id: companyId } of rows) {
    const fromDay = companyId === progress.company_id ? progress.from_day : null;
    const slice = await nextSlice(trx, account, { companyId, fromDay, visitsPerStep: visitsLeft });
    slices.push(slice);
    visitsLeft -= slice.visits;
    if (slice.fromDay !== null || visitsLeft <= 0) break;
  }
  return slices;
}

type SliceRequest = { companyId: string; fromDay: string | null; visitsPerStep: number };

/** Returns the next whole days with visits, at least one if there are any. */
async function nextSlice(
  trx: Transaction<DB>,
  { accountId, timezone }: ZonedAccount,
  { companyId, fromDay, visitsPerStep }: SliceRequest,
): Promise<Slice> {
  const fromAt = new Date(fromDay === null ? 0 : startOfDayMs(fromDay, timezone));
  const { rows } = await sql<{ started_at: Date }>`
    select started_at from visits where account_id = ${accountId} and company_id = ${companyId} and started_at >= ${fromAt} and page_depth > 0
    order by started_at limit ${visitsPerStep + 1}`.execute(trx);
  const counted = new Map<string, number>();
  for (const { started_at } of rows) {
    const day = dayOf(started_at.getTime(), timezone);
    counted.set(day, (counted.get(day) ?? 0) + 1);
  }
  const days = [...counted.keys()];
  if (rows.length <= visitsPerStep) return { companyId, days, visits: rows.length, fromDay: null };
  // The last day may be incomplete, so it is left to the next slice unless it is the only one.
  const continueFrom = days.length === 1 ? nextDay(firstOf(days)) : required(days.pop());
  return { companyId, days, visits: rows.length - (counted.get(continueFrom) ?? 0), fromDay: continueFrom };
}

async function lockLeads(trx: Transaction<DB>, accountId: string, slices: readonly Slice[]): Promise<void> {
  await sql`
    select 1 from leads where account_id = ${accountId} and company_id = any(${slices.map(({ companyId }) => companyId)}::bigint[])
    order by company_id for update`.execute(trx);
}

async function deleteCompanyRollups(trx: Transaction<DB>, accountId: string, companyIds: string[]): Promise<void> {
  if (companyIds.length === 0) return;
  const { rows: removed } = await sql<CountedDay>`
    with removed as (delete from company_days where account_id = ${accountId} and company_id = any(${companyIds}::bigint[]) returning day, visits)
    select day, sum(visits)::int as visits from removed group by day`.execute(trx);
  await sql`delete from company_pages where account_id = ${accountId} and company_id = any(${companyIds}::bigint[])`.execute(trx);
  await sql`delete from company_values where account_id = ${accountId} and company_id = any(${companyIds}::bigint[])`.execute(trx);
  await sql`
    update leads set industry_code = c.industry_codes[1] from companies c
    where leads.account_id = ${accountId} and leads.company_id = any(${companyIds}::bigint[]) and c.id = leads.company_id`.execute(trx);
  await countVisitDays(trx, accountId, firstOf(companyIds), { removed, added: [] });
}

/** Derives the visits by day from the daily rollups of companies. From then on, the steps update both together. */
async function resetVisitDays(trx: Transaction<DB>, accountId: string): Promise<void> {
  await sql`delete from visit_days where account_id = ${accountId}`.execute(trx);
  await sql`
    insert into visit_days (account_id, day, bucket, visits)
    select account_id, day, 0, sum(visits) from company_days where account_id = ${accountId} group by account_id, day`.execute(trx);
}

/** Recounts the leads of each window. The steps update the rollups of the leads, but change their number only by differences. */
async function recountLeadWindows(trx: Transaction<DB>, accountId: string): Promise<void> {
  // Locks the rows first: otherwise, a change that is committed while the update waits for it would not be counted.
  await sql`select 1 from lead_windows where account_id = ${accountId} for update`.execute(trx);
  await sql`
    update lead_windows set leads = (
      select count(*) from lead_window_rollups s where s.account_id = ${accountId} and s.window_id = lead_windows.id)
    where account_id = ${accountId} and built_at is not null`.execute(trx);
}
