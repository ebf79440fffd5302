import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { lastOf } from '../../lib/last-of.ts';
import type { IdentifierContext } from '../identification/company-identifier.ts';
import { lockLanes } from '../lanes/lanes.ts';
import { StepSize } from '../lanes/step-size.ts';
import { yieldToPipeline } from '../lanes/yield-to-pipeline.ts';
import { isIndexed, type ReattributionScope, scopeCondition } from './reattribution-scope.ts';
import { reevaluateVisits, type VisitKey } from './reevaluate-visits.ts';

type Run = { accountId: string; id: string };
type Progress = { scope: ReattributionScope; after: VisitKey | null };
/** `next` is where the next search starts; null if no visits are left. */
type FoundVisit = VisitKey & { visitorId: string };
type Batch = { found: FoundVisit[]; next: VisitKey | null };

/**
 * The number of visits of one transaction, including all other visits of the same visitors: if a visitor's workplace changes, all of
 * them are re-evaluated.
 */
const stepSizes = { first: 100, min: 20, max: 1000 };

/** Maximum number of visits that one statement searches. Without it, the search for each batch could read all visits of the account. */
const defaultSearchedAtOnce = 20_000;
const firstKey: VisitKey = { startedAt: new Date(0), id: '00000000-0000-0000-0000-000000000000' };

/**
 * Re-evaluates the visits of a reattribution in batches. Searches visits without blocking the pipeline, and holds the lanes only while it
 * re-evaluates them. It can be interrupted at any time; the next run continues after the last batch.
 */
export async function runReattribution(
  ctx: IdentifierContext,
  accountId: string,
  id: string,
  searchedAtOnce = defaultSearchedAtOnce,
): Promise<void> {
  const run = { accountId, id };
  // Wait for batches in flight, which may still use the previous corrections and data. Later batches use the current ones.
  await ctx.db.transaction().execute((trx) => lockLanes(trx, accountId));
  const size = new StepSize(stepSizes);
  for (let limit = size.rows; ; ) {
    const progress = await findProgress(ctx, run);
    if (progress === null) return;
    const batch = await limitWork(ctx, accountId, await findBatch(ctx, accountId, progress, { limit, searchedAtOnce }), size.rows);
    // Visitors with many visits are counted in vain if they do not fit into the batch.
    limit = Math.min(size.rows, 2 * batch.found.length + stepSizes.min);
    if (await ctx.db.transaction().execute((trx) => reevaluateBatch(ctx, trx, run, progress, batch, size))) return;
    await yieldToPipeline(ctx, accountId);
  }
}

/** Returns null if the reattribution is completed or deleted. */
async function findProgress(ctx: IdentifierContext, { accountId, id }: Run): Promise<Progress | null> {
  const run = await ctx.db
    .selectFrom('reattributions')
    .select(['status', 'scope', 'cursor_started_at', 'cursor_id'])
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!run || run.status === 'completed') return null;
  const after = run.cursor_started_at && run.cursor_id ? { startedAt: run.cursor_started_at, id: run.cursor_id } : null;
  return { scope: run.scope, after };
}

/** Finds the next visits in the scope, at most `limit`. */
async function findBatch(
  ctx: IdentifierContext,
  accountId: string,
  { scope, after }: Progress,
  { limit, searchedAtOnce }: { limit: number; searchedAtOnce: number },
): Promise<Batch> {
  for (let from = after ?? firstKey; ; ) {
    const end = isIndexed(scope) ? null : await findEnd(ctx, accountId, from, searchedAtOnce);
    const found = await findVisits(ctx, accountId, scope, { from, end }, limit);
    if (found.length === limit) return { found, next: lastOf(found) };
    if (found.length > 0 || end === null) return { found, next: end };
    from = end;
  }
}

/** Shortens a batch, so that its visitors have at most `maxVisits` visits in total, unless the first of them has more. */
async function limitWork(ctx: IdentifierContext, accountId: string, { found, next }: Batch, maxVisits: number): Promise<Batch> {
  const visitorIds = [...new Set(found.map(({ visitorId }) => visitorId))];
  const { rows } = await sql<{ visitor_id: string; visits: number }>`
    select visitor_id, count(*)::int as visits from visits
    where account_id = ${accountId} and visitor_id = any(${visitorIds}::text[]) group by visitor_id`.execute(ctx.db);
  const uncounted = new Map(rows.map(({ visitor_id, visits }) => [visitor_id, visits]));
  let work = 0;
  const end = found.findIndex(({ visitorId }, index) => {
    const added = uncounted.get(visitorId) ?? 0;
    uncounted.delete(visitorId);
    work += added;
    return index > 0 && added > 0 && work > maxVisits;
  });
  if (end === -1) return { found, next };
  const kept = found.slice(0, end);
  return { found: kept, next: lastOf(kept) };
}

/** Returns the last visit to search in one statement, or null if all remaining visits can be searched at once. */
async function findEnd(ctx: IdentifierContext, accountId: string, from: VisitKey, searchedAtOnce: number): Promise<VisitKey | null> {
  const { rows } = await sql<VisitKey>`
    select v.started_at as "startedAt", v.id from visits v where v.account_id = ${accountId} and ${isAfter(from)}
    order by v.started_at, v.id offset ${searchedAtOnce - 1} limit 1`.execute(ctx.db);
  return rows[0] ?? null;
}

async function findVisits(
  ctx: IdentifierContext,
  accountId: string,
  scope: ReattributionScope,
  { from, end }: { from: VisitKey; end: VisitKey | null },
  limit: number,
): Promise<FoundVisit[]> {
  const untilEnd = end
    ? sql`v.started_at <= ${end.startedAt}::timestamptz and (v.started_at, v.id) <= (${end.startedAt}::timestamptz, ${end.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<FoundVisit>`
    select v.started_at as "startedAt", v.id, v.visitor_id as "visitorId"
    from visits v left join verdicts verdict on verdict.account_id = ${accountId} and verdict.id = v.verdict_id
    where v.account_id = ${accountId} and ${isAfter(from)} and ${untilEnd} and ${scopeCondition(scope)}
    order by v.started_at, v.id limit ${limit}`.execute(ctx.db);
  return rows;
}

/** The separate comparison of the time lets the planner exclude partitions. */
function isAfter({ startedAt, id }: VisitKey): RawBuilder<boolean> {
  return sql`v.started_at >= ${startedAt}::timestamptz and (v.started_at, v.id) > (${startedAt}::timestamptz, ${id}::uuid)`;
}

/** Returns true if no batch is left. */
async function reevaluateBatch(
  ctx: IdentifierContext,
  trx: Transaction<DB>,
  { accountId, id }: Run,
  { scope, after }: Progress,
  { found, next }: Batch,
  size: StepSize,
): Promise<boolean> {
  await lockLanes(trx, accountId);
  const run = await trx
    .selectFrom('reattributions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!run || run.status === 'completed') return true;
  // Another worker has already processed this batch.
  if (run.cursor_id !== (after?.id ?? null)) return false;
  // Companies were added to the scope during the search, so the batch is incomplete.
  if (!isDeepStrictEqual(run.scope, scope)) return false;
  // Waiting for the lanes is not measured, because it does not block the pipeline.
  const { evaluated, changed } = await size.measure(() =>
    reevaluateVisits(ctx, trx, { accountId, scope: run.scope, limit: null, among: found }),
  );
  const isDone = next === null;
  await trx
    .updateTable('reattributions')
    .set({
      status: isDone ? 'completed' : 'running',
      visits_judged: run.visits_judged + evaluated,
      visits_changed: run.visits_changed + changed,
      cursor_started_at: next?.startedAt ?? run.cursor_started_at,
      cursor_id: next?.id ?? run.cursor_id,
      completed_at: isDone ? ctx.clock.now() : null,
      // Address keys and visitor ids are deleted as soon as they are no longer needed.
      ...(isDone && { scope: '{}' }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  return isDone;
}
