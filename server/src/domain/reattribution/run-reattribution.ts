import { sql, type Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import { lockLanes } from '../events/lanes.ts';
import { StepSize } from '../events/step-size.ts';
import { yieldToPipeline } from '../events/yield-to-pipeline.ts';
import type { IdentifierContext } from '../identification/identifier.ts';
import { type ReattributionScope, scopeCondition } from './reattribution-scope.ts';
import { reevaluateVisits, type VisitKey } from './reevaluate-visits.ts';

type Run = { accountId: string; id: string };

/**
 * Re-evaluates the visits of a run in batches. Searches visits without blocking the pipeline, and holds the lanes only to re-evaluate those
 * found. Can be interrupted at any time and resumed.
 */
export async function runReattribution(ctx: IdentifierContext, accountId: string, id: string): Promise<void> {
  const run = { accountId, id };
  // Wait for batches in flight, which may still use the previous corrections and data. Later batches use the current ones.
  await ctx.db.transaction().execute((trx) => lockLanes(trx, accountId));
  const size = new StepSize();
  for (;;) {
    const progress = await findProgress(ctx, run);
    if (progress === null) return;
    const { rows: limit } = size;
    const found = await findVisits(ctx, accountId, progress, limit);
    const batch = { found, after: progress.after, isLast: found.length < limit };
    if (await ctx.db.transaction().execute((trx) => reevaluateBatch(ctx, trx, run, batch, size))) return;
    await yieldToPipeline(ctx, accountId);
  }
}

/** Returns null if the run is completed or deleted. */
async function findProgress(
  ctx: IdentifierContext,
  { accountId, id }: Run,
): Promise<{ scope: ReattributionScope; after: VisitKey | null } | null> {
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

async function findVisits(
  ctx: IdentifierContext,
  accountId: string,
  { scope, after }: { scope: ReattributionScope; after: VisitKey | null },
  limit: number,
): Promise<VisitKey[]> {
  const { rows } = await sql<VisitKey>`
    select v.started_at as "startedAt", v.id
    from visits v left join verdicts verdict on verdict.account_id = ${accountId} and verdict.id = v.verdict_id
    where v.account_id = ${accountId} and ${scopeCondition(scope)}
      and (v.started_at, v.id) > (${after?.startedAt ?? new Date(0)}::timestamptz, ${after?.id ?? '00000000-0000-0000-0000-000000000000'}::uuid)
    order by v.started_at, v.id limit ${limit}`.execute(ctx.db);
  return rows;
}

/** Returns true when nothing is left to do. */
async function reevaluateBatch(
  ctx: IdentifierContext,
  trx: Transaction<DB>,
  { accountId, id }: Run,
  { found, after, isLast }: { found: VisitKey[]; after: VisitKey | null; isLast: boolean },
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
  // Waiting for the lanes is not measured, because it does not block the pipeline.
  const { evaluated, changed } = await size.measure(() =>
    reevaluateVisits(ctx, trx, { accountId, scope: run.scope, limit: null, among: found }),
  );
  const last = isLast ? undefined : found.at(-1);
  const isDone = last === undefined;
  await trx
    .updateTable('reattributions')
    .set({
      status: isDone ? 'completed' : 'running',
      visits_judged: run.visits_judged + evaluated,
      visits_changed: run.visits_changed + changed,
      cursor_started_at: last?.startedAt ?? run.cursor_started_at,
      cursor_id: last?.id ?? run.cursor_id,
      completed_at: isDone ? ctx.clock.now() : null,
      // Address keys and visitor ids are deleted as soon as they are no longer needed.
      ...(isDone && { scope: '{}' }),
    })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();
  return isDone;
}
