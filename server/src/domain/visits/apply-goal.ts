import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { getOrThrow } from '../../lib/get-or-throw.ts';
import type { Context } from '../context.ts';
import { enqueueGoalRun, type GoalRun } from '../goals/enqueue-goal-run.ts';
import { type Goal, matchGoals, type ReachedGoal } from '../goals/match-goals.ts';
import { lockLanes } from '../lanes/lanes.ts';
import { StepSize } from '../lanes/step-size.ts';
import { yieldToPipeline } from '../lanes/yield-to-pipeline.ts';
import { loadRollupVisitsByKey } from './load-rollup-visits.ts';
import { recountRollups } from './recount-rollups.ts';
import { decodeHits, type StoredEvents } from './stored-events.ts';

type Row = { id: string; started_at: Date; visitor_id: string; events: StoredEvents; goals: ReachedGoal[] };

/**
 * Backfills a goal: matches the goal against a batch of past visits, or removes it from them if it is deleted. Visits keep a goal that
 * is inactive. The next batch is queued in the same transaction, so an interrupted run continues where it stopped.
 */
export async function applyGoal(ctx: Context, run: GoalRun): Promise<void> {
  const { accountId, goalId } = run;
  await yieldToPipeline(ctx, accountId);
  const size = new StepSize({ first: run.rows });
  const { rows: limit } = size;
  await ctx.db.transaction().execute(async (trx) => {
    // Keeps the pipeline from rewriting these visits.
    await lockLanes(trx, accountId);
    const rows = await size.measure(() => applyToVisits(trx, run, limit));
    const last = rows.at(-1);
    if (last === undefined || rows.length < limit) return;
    const after = { startedAt: last.started_at.toISOString(), id: last.id };
    await enqueueGoalRun(ctx, trx, { accountId, goalId, after, rows: size.rows });
  });
}

async function applyToVisits(trx: Transaction<DB>, run: GoalRun, limit: number): Promise<Row[]> {
  const goal = await findGoal(trx, run);
  if (goal?.active === false) return [];
  const rows = await findNextVisits(trx, run, goal !== null, limit);
  await writeGoals(trx, run.accountId, await changesOf(trx, run, goal, rows));
  return rows;
}

/** For a deleted goal, returns only visits that reached any goal, because there is nothing to remove from the others. */
async function findNextVisits(trx: Transaction<DB>, { accountId, after }: GoalRun, goalExists: boolean, limit: number): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, started_at, visitor_id, events::json, goals from visits
    where account_id = ${accountId} and ${goalExists ? sql`true` : sql`goals <> '[]'::jsonb`}
      and ${after === undefined ? sql`true` : sql`(started_at, id) > (${after.startedAt}::timestamptz, ${after.id}::uuid)`}
    order by started_at, id limit ${limit}`.execute(trx);
  return rows;
}

async function changesOf(trx: Transaction<DB>, { accountId, goalId }: GoalRun, goal: Goal | null, rows: Row[]) {
  const pageIds = [...new Set(rows.flatMap(({ events }) => events.hits.flatMap(({ p }) => p ?? [])))];
  const pages = await sql<{ id: string; url: string; title: string | null }>`
    select id, url, title from pages where account_id = ${accountId} and id = any(${pageIds}::bigint[])`.execute(trx);
  const pageOf = new Map(pages.rows.map(({ id, url, title }) => [id, { url, title }]));
  return rows.flatMap((row) => {
    const hits = decodeHits(row.visitor_id, row.events, (id) => pageOf.get(id) ?? { url: '', title: null });
    const before = row.goals.find((reached) => reached.goalId === goalId);
    const [now] = matchGoals(goal === null ? [] : [goal], hits);
    if (isSame(before, now)) return [];
    const kept = row.goals.filter((reached) => reached.goalId !== goalId);
    const goals = [...kept, ...(now === undefined ? [] : [now])].sort((one, other) => (one.goalId < other.goalId ? -1 : 1));
    return { started_at: row.started_at, id: row.id, goals };
  });
}

function isSame(one: ReachedGoal | undefined, other: ReachedGoal | undefined): boolean {
  return one?.reachedAtMs === other?.reachedAtMs && one?.eventIds.join() === other?.eventIds.join();
}

async function writeGoals(trx: Transaction<DB>, accountId: string, changes: { started_at: Date; id: string; goals: ReachedGoal[] }[]) {
  if (changes.length === 0) return;
  const keys = changes.map(({ id, started_at }) => ({ id, startedAtMs: started_at.getTime() }));
  const removed = await loadRollupVisitsByKey(trx, accountId, keys);
  await sql`
    update visits set goals = changed.goals
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as changed (started_at timestamptz, id uuid, goals jsonb)
    where visits.account_id = ${accountId} and visits.started_at = changed.started_at and visits.id = changed.id`.execute(trx);
  const goalIds = new Map(changes.map(({ id, goals }) => [id, goals.map(({ goalId }) => goalId)]));
  await recountRollups(trx, accountId, {
    removed,
    written: removed.map((visit) => ({ ...visit, goalIds: getOrThrow(goalIds, visit.id) })),
  });
}

/** Returns null if the goal was deleted. */
async function findGoal(trx: Transaction<DB>, { accountId, goalId }: GoalRun): Promise<Goal | null> {
  const row = await trx
    .selectFrom('goals')
    .select(['id', 'name', 'kind', 'operator', 'pattern', 'active'])
    .where('account_id', '=', accountId)
    .where('id', '=', goalId)
    .executeTakeFirst();
  if (!row) return null;
  const { operator, pattern, ...goal } = row;
  return { ...goal, match: { operator, value: pattern } };
}
