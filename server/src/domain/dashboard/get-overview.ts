import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { daysBetween } from '../../lib/zoned-days.ts';
import { getAccount } from '../accounts/get-account.ts';
import type { Context } from '../context.ts';
import { exactGapDays } from '../visits/company-gaps.ts';
import { findRollupRebuild, type RollupRebuild } from '../visits/list-rollup-rebuilds.ts';
import { boundsOf, type Interval, intervalBefore, sameTimeOf } from './interval.ts';
import { prepareRollupTables, rollupStepTable } from './rollups.ts';
import { type Steps, stepsOf } from './steps.ts';

type Totals = { visits: number; identified: number; companies: number; newCompanies: number; pageViews: number; goals: number };
/** `at` names the step: an hour by its time, a day, week or month by its first day. */
type OverviewStep = { at: string; visits: number; identified: number; companies: number };
export type Overview = {
  totals: Totals;
  /** Totals of the days that the interval is compared with. */
  before: Totals;
  /** `until` is set if today is compared with another day, which is then counted up to the same time. */
  compared: { from: string; to: string; until: Date | null };
  unit: Steps['unit'];
  steps: OverviewStep[];
  /** Visits of the compared days by step, up to `until` if it is set. Null if the steps of the compared days have another unit. */
  visitsBefore: number[] | null;
  /** Progress of a rebuild of the rollups that will replace these numbers. */
  rebuild: Omit<RollupRebuild, 'accountId' | 'isPreviousShown'> | null;
};

/** Returns the totals of an interval and of the one it is compared with (by default the previous one), and their time series. */
export async function getOverview(ctx: Context, interval: Interval, compared: Interval = intervalBefore(interval)): Promise<Overview> {
  const intervalSteps = stepsOf(interval);
  const comparedSteps = stepsOf(compared);
  const until = sameTimeOf(ctx.clock.now().getTime(), interval, compared);
  const [totals, before, steps, stepsBefore, rebuild] = await Promise.all([
    getTotals(ctx, interval),
    until === null ? getTotals(ctx, compared) : getTotalsUntil(ctx, compared, until),
    countSteps(ctx, interval, intervalSteps),
    comparedSteps.unit === intervalSteps.unit ? countSteps(ctx, compared, comparedSteps) : null,
    findRollupRebuild(ctx, interval.accountId),
  ]);
  const visitsBefore =
    stepsBefore && (until === null ? stepsBefore.map(({ visits }) => visits) : hoursUntil(stepsBefore, until, before.visits));
  return {
    totals,
    before,
    compared: { from: compared.from, to: compared.to, until },
    unit: intervalSteps.unit,
    steps,
    visitsBefore,
    rebuild: rebuild?.isPreviousShown ? progressOf(rebuild) : null,
  };
}

function progressOf({ companiesDone, companies, daysDone, days }: RollupRebuild): Overview['rebuild'] {
  return { companiesDone, companies, daysDone, days };
}

/** Up to this many identified visits, the companies of a long interval are counted exactly: estimates of small numbers are inaccurate. */
const maxCountedVisits = 20_000;

async function getTotals(ctx: Context, interval: Interval): Promise<Totals> {
  const rollups = await prepareRollupTables(ctx, interval);
  const { rows } = await sql<Totals>`
    select visits, identified, companies, new_companies as "newCompanies", page_views as "pageViews", goals from ${rollups('all')} as s`.execute(
    ctx.db,
  );
  const totals = rows[0] ?? { visits: 0, identified: 0, companies: 0, newCompanies: 0, pageViews: 0, goals: 0 };
  const isEstimated = daysBetween(interval.from, interval.to).length > exactGapDays;
  if (!isEstimated || totals.identified > maxCountedVisits) return totals;
  // During a rebuild, the days of companies may already be those of another time zone.
  const { timezone } = await getAccount(ctx, interval.accountId);
  return timezone === interval.timezone ? { ...totals, companies: await countCompanies(ctx, interval) } : totals;
}

/** Returns the totals of a day up to a time. With many visits, they are estimated from the totals of the day and the visits by hour. */
async function getTotalsUntil(ctx: Context, day: Interval, until: Date): Promise<Totals> {
  const whole = await getTotals(ctx, day);
  if (whole.visits > maxCountedVisits) return inProportion(whole, await getShareUntil(ctx, day, whole.visits, until));
  const { fromAt } = boundsOf(day);
  const { rows } = await sql<Totals>`
    select count(*)::int as visits, count(v.company_id)::int as identified, count(distinct v.company_id)::int as companies,
      count(distinct v.company_id) filter (where l.first_visit_at >= ${fromAt})::int as "newCompanies",
      coalesce(sum(v.page_depth), 0)::int as "pageViews", coalesce(sum(jsonb_array_length(v.goals)), 0)::int as goals
    from visits v left join leads l on l.account_id = ${day.accountId} and l.company_id = v.company_id
    where v.account_id = ${day.accountId} and v.page_depth > 0 and v.started_at >= ${fromAt} and v.started_at < ${until}`.execute(ctx.db);
  return firstOf(rows);
}

/** Returns the share of a day's visits that began before a time. The visits of the hour that contains the time are prorated. */
async function getShareUntil(ctx: Context, day: Interval, visits: number, until: Date): Promise<number> {
  const hours = await countSteps(ctx, day, stepsOf(day));
  const partOf = ({ at }: OverviewStep) => Math.min(1, Math.max(0, (until.getTime() - Date.parse(at)) / 3_600_000));
  return hours.reduce((sum, hour) => sum + hour.visits * partOf(hour), 0) / visits;
}

/** Returns the visits of each hour that began before a time. The last hour gets the remaining visits, so that they add up to `visits`. */
function hoursUntil(hours: OverviewStep[], until: Date, visits: number): number[] {
  const begun = hours.filter(({ at }) => Date.parse(at) < until.getTime()).map((hour) => hour.visits);
  const fullHours = begun.slice(0, -1);
  return begun.length === 0 ? [] : [...fullHours, Math.max(0, visits - fullHours.reduce((sum, count) => sum + count, 0))];
}

function inProportion(totals: Totals, share: number): Totals {
  const part = (value: number) => Math.round(value * share);
  return {
    visits: part(totals.visits),
    identified: part(totals.identified),
    companies: part(totals.companies),
    newCompanies: part(totals.newCompanies),
    pageViews: part(totals.pageViews),
    goals: part(totals.goals),
  };
}

async function countCompanies(ctx: Context, { accountId, from, to }: Interval): Promise<number> {
  const { rows } = await sql<{ companies: number }>`
    select count(distinct company_id)::int as companies from company_days
    where account_id = ${accountId} and day between ${from} and ${to} and visits > 0`.execute(ctx.db);
  return firstOf(rows).companies;
}

async function countSteps(ctx: Context, interval: Interval, steps: Steps): Promise<OverviewStep[]> {
  const { rows } = await sql<Omit<OverviewStep, 'at'> & { step: number }>`
    select step, visits, identified, companies from ${rollupStepTable(interval, steps, 'all')} as s`.execute(ctx.db);
  const counted = new Map(rows.map(({ step, ...totals }) => [step, totals]));
  return steps.names.map((name, index) => ({ at: name, ...(counted.get(index) ?? { visits: 0, identified: 0, companies: 0 }) }));
}
