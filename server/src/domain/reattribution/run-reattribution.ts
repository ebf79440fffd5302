import { lockLanes } from '../events/lanes.ts';
import type { IdentifierContext } from '../identification/identifier.ts';
import { type Cursor, reevaluateVisits } from './reevaluate-visits.ts';

const batchSize = 500;

/** Re-evaluates the visits of a run in batches. Can be interrupted at any time and resumed. */
export async function runReattribution(ctx: IdentifierContext, accountId: string, reattributionId: string): Promise<void> {
  for (;;) {
    const isDone = await ctx.db.transaction().execute(async (trx) => {
      // The pipeline skips lanes that are held; a batch takes only a moment.
      await lockLanes(trx, accountId);
      const run = await trx
        .selectFrom('reattributions')
        .selectAll()
        .where('account_id', '=', accountId)
        .where('id', '=', reattributionId)
        .forUpdate()
        .executeTakeFirst();
      if (!run || run.status === 'completed') return true;
      const after: Cursor | null = run.cursor_started_at && run.cursor_id ? { startedAt: run.cursor_started_at, id: run.cursor_id } : null;
      const { evaluated, changed, cursor } = await reevaluateVisits(ctx, trx, {
        accountId,
        scope: run.scope,
        limit: batchSize,
        after,
      });
      await trx
        .updateTable('reattributions')
        .set({
          status: cursor === null ? 'completed' : 'running',
          visits_judged: run.visits_judged + evaluated,
          visits_changed: run.visits_changed + changed,
          cursor_started_at: cursor?.startedAt ?? run.cursor_started_at,
          cursor_id: cursor?.id ?? run.cursor_id,
          completed_at: cursor === null ? ctx.clock.now() : null,
          // Address keys and visitor ids are deleted as soon as they are no longer needed.
          ...(cursor === null && { scope: '{}' }),
        })
        .where('account_id', '=', accountId)
        .where('id', '=', reattributionId)
        .execute();
      return cursor === null;
    });
    if (isDone) return;
  }
}
