import { type RawBuilder, sql } from 'kysely';
import { isUuid } from '../../lib/is-uuid.ts';
import type { Context } from '../context.ts';
import { Problem } from '../problem.ts';
import { currentGeneration } from '../rollup-generation.ts';
import type { GoalRecord } from './goal-record.ts';
import type { Goal } from './match-goals.ts';

/** Lists goals, oldest first, with the number of visits that reached them, in total or since a given day. */
export function listGoals(ctx: Context, accountId: string, sinceDay: string | null = null): Promise<GoalRecord[]> {
  return select(ctx, accountId, sinceDay, sql`true`);
}

export async function getGoal(ctx: Context, accountId: string, goalId: string): Promise<GoalRecord> {
  const [goal] = isUuid(goalId) ? await select(ctx, accountId, null, sql`g.id = ${goalId}`) : [];
  if (!goal) throw unknownGoal(goalId);
  return goal;
}

type NamedGoal = Pick<GoalRecord, 'id' | 'name'>;

/** Lists goals, oldest first, without counting visits, because an account can have millions. */
export function listGoalNames(ctx: Context, accountId: string): Promise<NamedGoal[]> {
  return ctx.db
    .selectFrom('goals')
    .select(['id', 'name'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function getGoalName(ctx: Context, accountId: string, goalId: string): Promise<NamedGoal> {
  const goals = ctx.db.selectFrom('goals').select(['id', 'name']).where('account_id', '=', accountId).where('id', '=', goalId);
  const goal = isUuid(goalId) ? await goals.executeTakeFirst() : undefined;
  if (!goal) throw unknownGoal(goalId);
  return goal;
}

/** Returns a goal without counting visits. */
export async function getGoalDefinition(ctx: Context, accountId: string, goalId: string): Promise<Goal> {
  const [goal] = await listGoalDefinitions(ctx, accountId, [goalId]);
  if (!goal) throw unknownGoal(goalId);
  return goal;
}

/** Lists the existing goals with the given ids, without counting visits. */
export async function listGoalDefinitions(ctx: Pick<Context, 'db'>, accountId: string, goalIds: readonly string[]): Promise<Goal[]> {
  const { rows } = await sql<Goal>`
    select id, name, kind, jsonb_build_object('operator', operator, 'value', pattern) as match, active
    from goals where account_id = ${accountId} and id = any(${goalIds.filter(isUuid)}::uuid[])`.execute(ctx.db);
  return rows;
}

export function unknownGoal(goalId: string): Problem {
  return new Problem('not_found', `There is no goal ${JSON.stringify(goalId)}.`);
}

async function select(ctx: Context, accountId: string, sinceDay: string | null, condition: RawBuilder<unknown>): Promise<GoalRecord[]> {
  const reached = sinceDay === null ? visitsReached(accountId) : visitsReachedSince(accountId, sinceDay);
  const { rows } = await sql<GoalRecord>`
    select g.id, g.name, g.kind, jsonb_build_object('operator', g.operator, 'value', g.pattern) as match, g.value, g.active,
      coalesce(n.reached, 0) as "reachedCount"
    from goals g left join (${reached}) n on n.id = g.id::text
    where g.account_id = ${accountId} and ${condition} order by g.created_at, g.id`.execute(ctx.db);
  return rows;
}

/** The number of visits that reached each goal, including visits without a page view. */
function visitsReached(accountId: string): RawBuilder<unknown> {
  return sql`
    select x.name as id, r.visits as reached
    from visit_rollups r join rollup_values x on x.account_id = ${accountId} and x.id = r.value_id
    where r.account_id = ${accountId} and r.generation = ${currentGeneration(accountId)} and r.unit = 'total' and r.kind = 'goal'`;
}

/** Counts the visits that reached each goal in the rollups of the dashboard, so that both show the same number. */
function visitsReachedSince(accountId: string, day: string): RawBuilder<unknown> {
  return sql`
    select x.name as id, sum(r.visits)::int as reached
    from visit_rollups r join rollup_values x on x.account_id = ${accountId} and x.id = r.value_id
    where r.account_id = ${accountId} and r.generation = ${currentGeneration(accountId)} and r.kind = 'goal' and r.unit = 'day' and r.day >= ${day}::date group by 1`;
}
