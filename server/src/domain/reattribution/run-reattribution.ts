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
type Batch = { found: VisitKey[]; next: VisitKey | null };

/** The number of visits of one transaction, including all visits of visitors whose workplace has to be determined again. */
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
    const batch = await findBatch(ctx, accountId, progress, { limit, searchedAtOnce });
    const { isDone, evaluated } = await ctx.db.transaction().execute((trx) => reevaluateBatch(ctx, trx, run, progress, batch, size));
    if (isDone) return;
    // Visits that do not fit into the transaction are searched in vain.
    limit = Math.min(size.rows, 2 * evaluated + stepSizes.min);
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
): Promise<VisitKey[]> {
  const untilEnd = end
    ? sql`v.started_at <= ${end.startedAt}::timestamptz and (v.started_at, v.id) <= (${end.startedAt}::timestamptz, ${end.id}::uuid)`
    : sql`true`;
  const { rows } = await sql<VisitKey>`
    select v.started_at as "startedAt", v.id
    from visits v left join verdicts verdict on verdict.account_id = ${accountId} and verdict.id = v.verdict_id
    where v.account_id = ${accountId} and ${isAfter(from)} and ${untilEnd} and ${scopeCondition(scope)}
    order by v.started_at, v.id limit ${limit}`.execute(ctx.db);
  return rows;
}

/** The separate comparison of the time lets the planner exclude partitions. */
function isAfter({ startedAt, id }: VisitKey): RawBuilder<boolean> {
  return sql`v.started_at >= ${startedAt}::timestamptz and (v.started_at, v.id) > (${startedAt}::timestamptz, ${id}::uuid)`;
}

type BatchResult = { isDone: boolean; evaluated: number };

async function reevaluateBatch(
  ctx: IdentifierContext,
  trx: Transaction<DB>,
  { accountId, id }: Run,
  { scope, after }: Progress,
  { found, next }: Batch,
  size: StepSize,
): Promise<BatchResult> {
  await lockLanes(trx, accountId);
  const run = await trx
    .selectFrom('reattributions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!run || run.status === 'completed') return { isDone: true, evaluated: 0 };
  // Another worker has already processed this batch.
  if (run.cursor_id !== (after?.id ?? null)) return { isDone: false, evaluated: 0 };
  // Companies were added to the scope during the search, so the batch is incomplete.
  if (!isDeepStrictEqual(run.scope, scope)) return { isDone: false, evaluated: 0 };
  // Waiting for the lanes is not measured, because it does not block the pipeline.
  const { evaluated, changed, cursor } = await size.measure(() =>
    reevaluateVisits(ctx, trx, { accountId, scope: run.scope, limit: null, among: found, maxWork: size.rows }),
  );
  const end = cursor ?? next;
  const isDone = end === null;
  await trx
    .updateTable('reattributions')
    .set({
      status: isDone ? 'completed' : 'running',
      visits_judged: run.visits_judged + evaluated,
      visits_changed: run.visits_changed + changed,
      cursor_started_at: end?.startedAt ?? run.cursor_started_at,
      cursor_id: end?.id ?? run.cursor_id,
      completed_at: isDone ? ctx.clock.now() : null,
      // Address keys and visitor ids are deleted as soon as they are no longer needed.
      ...(isDone && { scope: '{}' }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  return { isDone, evaluated };
}
