import { sql } from 'kysely';
import { addDays } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import { loadFeedScope } from '../feeds/load-feed-scope.ts';
import { type ReasonFacts, reasonFacts } from '../feeds/reason-facts.ts';
import { type ReasonPeriods, reasonPeriods } from '../feeds/reason-periods.ts';
import type { VisitInterval } from '../feeds/visit-interval.ts';
import { type ProfileScore, scoreCompanies } from '../icps/score-companies.ts';
import { inIndexOrder } from '../in-index-order.ts';

/** Number of newest visits with goals from which the goals of a lead are loaded. */
const maxVisitsWithGoals = 2000;

/** A reason to call a lead now, with its number and the days for which the number was computed. */
export type CallReason = { from: string; to: string } & (
  | { kind: 'rise'; visits: number; weekly: number; comparedFrom: string; comparedTo: string }
  | { kind: 'goal'; times: number; names: string[] }
  | { kind: 'return'; days: number }
  | { kind: 'people'; people: number }
  | { kind: 'icp'; profile: ProfileScore }
);

/** Computes the reasons to call each of the leads at the end of the interval, strongest first, from visits by fixed rules. */
export async function loadReasons(
  ctx: Context,
  account: { id: string; timezone: string },
  interval: VisitInterval,
  companyIds: readonly string[],
): Promise<Map<string, CallReason[]>> {
  if (companyIds.length === 0) return new Map();
  const scope = await loadFeedScope(ctx, account, interval, {});
  const periods = reasonPeriods(scope);
  const [{ rows }, goalNames, profiles] = await Promise.all([
    inIndexOrder(ctx.db, (trx) => sql<ReasonFacts>`select * from ${reasonFacts(scope, companyIds)} as facts`.execute(trx)),
    loadGoalNames(ctx, account.id, companyIds, { from: periods.recentAt, to: interval.toAt }),
    scoreCompanies(ctx, account.id, companyIds),
  ]);
  return new Map(
    rows.map((facts) => {
      const id = facts.company_id;
      return [id, reasonsOf(facts, periods, { goals: goalNames.get(id) ?? [], profile: profiles.get(id)?.[0] })];
    }),
  );
}

function reasonsOf(facts: ReasonFacts, periods: ReasonPeriods, names: { goals: string[]; profile: ProfileScore | undefined }) {
  const { lastDay: to } = periods;
  const week = { from: periods.weekDay, to };
  const recent = { from: periods.recentDay, to };
  const compared = { comparedFrom: facts.baseline_day, comparedTo: addDays(periods.weekDay, -1) };
  const { profile } = names;
  const candidates: [points: number, reason: CallReason][] = [
    [facts.rise_points, { kind: 'rise', visits: facts.week_visits, weekly: round(facts.weekly), ...compared, ...week }],
    [facts.goal_points, { kind: 'goal', times: facts.goals, names: names.goals, ...recent }],
    [facts.return_points, { kind: 'return', days: facts.silence ?? 0, ...recent }],
    [facts.people_points, { kind: 'people', people: facts.people, ...week }],
  ];
  if (profile) candidates.push([facts.icp_points, { kind: 'icp', profile, ...recent }]);
  return candidates
    .filter(([points]) => points > 0)
    .sort(([a], [b]) => b - a)
    .map(([, reason]) => reason);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

async function loadGoalNames(ctx: Context, accountId: string, companyIds: readonly string[], { from, to }: { from: Date; to: Date }) {
  const statement = sql<{ company_id: string; names: string[] }>`
    select v.company_id, array_agg(distinct g.name) as names
    from unnest(${companyIds}::bigint[]) as wanted (id)
    cross join lateral (
      select company_id, goals from visits
      where account_id = ${accountId} and company_id = wanted.id and company_id is not null and goals <> '[]'::jsonb
        and started_at >= ${from} and started_at < ${to}
      order by started_at desc limit ${maxVisitsWithGoals}) as v
    cross join jsonb_array_elements(v.goals) as reached (goal)
    join goals g on g.account_id = ${accountId} and g.id = (reached.goal ->> 'goalId')::uuid
    group by v.company_id`;
  const { rows } = await inIndexOrder(ctx.db, (trx) => statement.execute(trx));
  return new Map(rows.map(({ company_id, names }) => [company_id, names]));
}
