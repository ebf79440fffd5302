import { sql } from 'kysely';
import { dayOf, startOfDayMs } from '../../lib/zoned-days.ts';
import type { Context } from '../context.ts';
import type { ReachedGoal } from '../goals/match-goals.ts';
import { inIndexOrder } from '../in-index-order.ts';
import { maxVisitMs } from '../visits/session-timeout.ts';
import type { ReachedGoalDay } from './web-intent-signals.ts';

/** Number of visits that are read per company at first. If they contain too few goals, ten times as many are read. */
const firstLimit = 500;

/** Requests the newest goals that each company reached before a time: at least `count` of them, if there are that many. */
type GoalsRequest = { beforeMs: number; count: number };

type VisitWithGoals = { company_id: string; started_at: Date; goals: ReachedGoal[] };

/**
 * Loads the goals that companies reached. A goal counts once a day, at the time it was first reached. A large company reaches goals many
 * times a day, so only its newest visits are read.
 */
export async function loadReachedGoals(
  ctx: Pick<Context, 'db'>,
  account: { id: string; timezone: string },
  companyIds: readonly string[],
  { beforeMs, count }: GoalsRequest,
): Promise<Map<string, ReachedGoalDay[]>> {
  const goals = await ctx.db.selectFrom('goals').select(['id', 'name']).where('account_id', '=', account.id).execute();
  const names = new Map(goals.map(({ id, name }) => [id, name]));
  const found = new Map<string, ReachedGoalDay[]>();
  let remaining = goals.length === 0 ? [] : companyIds;
  for (let limit = firstLimit; remaining.length > 0; limit *= 10) {
    const visitsOf = Map.groupBy(await loadNewest(ctx, account.id, remaining, beforeMs, limit), ({ company_id }) => company_id);
    const incomplete: string[] = [];
    for (const [companyId, visits] of visitsOf) {
      const hasAllVisits = visits.length < limit;
      const days = goalDays(visits, names, account.timezone).filter(
        ({ day }) => hasAllVisits || isCompleteDay(day, visits, account.timezone),
      );
      found.set(companyId, days);
      if (!hasAllVisits && days.filter(({ reachedAt }) => reachedAt.getTime() < beforeMs).length < count) incomplete.push(companyId);
    }
    remaining = incomplete;
  }
  return found;
}

async function loadNewest(
  { db }: Pick<Context, 'db'>,
  accountId: string,
  companyIds: readonly string[],
  beforeMs: number,
  limit: number,
): Promise<VisitWithGoals[]> {
  const statement = sql<VisitWithGoals>`
    select newest.* from unnest(${companyIds}::bigint[]) as wanted (id) cross join lateral (
      select company_id, started_at, goals from visits
      where account_id = ${accountId} and company_id = wanted.id and company_id is not null and goals <> '[]'::jsonb
        ${Number.isFinite(beforeMs) ? sql`and started_at <= ${new Date(beforeMs)}` : sql``}
      order by started_at desc limit ${limit}) as newest`;
  return (await inIndexOrder(db, (trx) => statement.execute(trx))).rows;
}

function goalDays(visits: readonly VisitWithGoals[], names: ReadonlyMap<string, string>, timezone: string): ReachedGoalDay[] {
  const days = new Map<string, ReachedGoalDay>();
  for (const { goalId, reachedAtMs } of visits.flatMap(({ goals }) => goals)) {
    const name = names.get(goalId);
    if (name === undefined) continue;
    const day = dayOf(reachedAtMs, timezone);
    const existing = days.get(`${day} ${name}`);
    if (existing === undefined || existing.reachedAt.getTime() > reachedAtMs)
      days.set(`${day} ${name}`, { day, name, reachedAt: new Date(reachedAtMs) });
  }
  return [...days.values()];
}

/** Whether no older visit can have reached a goal on this day. */
function isCompleteDay(day: string, newestFirst: readonly VisitWithGoals[], timezone: string): boolean {
  const oldestMs = newestFirst.at(-1)?.started_at.getTime() ?? 0;
  return startOfDayMs(day, timezone) - maxVisitMs > oldestMs;
}
