import { dayMs } from '../../lib/day-ms.ts';
import type { Context } from '../context.ts';

type BackupOutcome = { startedAt: Date; isScheduled: boolean; path: string } & ({ bytes: number } | { error: string });

const retentionMs = 90 * dayMs;

/** Records the outcome of a backup. Rows whose file has been deleted are removed after 90 days. */
export async function recordBackup(ctx: Context, outcome: BackupOutcome): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db
    .insertInto('backup_runs')
    .values({
      id: ctx.ids.ordered(),
      started_at: outcome.startedAt,
      finished_at: now,
      is_scheduled: outcome.isScheduled,
      path: outcome.path,
      bytes: 'bytes' in outcome ? String(outcome.bytes) : null,
      error: 'error' in outcome ? outcome.error : null,
    })
    .execute();
  const latest = ctx.db.selectFrom('backup_runs').select('id').where('error', 'is', null).orderBy('started_at', 'desc').limit(1);
  await ctx.db
    .deleteFrom('backup_runs')
    .where('started_at', '<', new Date(now.getTime() - retentionMs))
    .where((is) => is.or([is('error', 'is not', null), is('deleted_at', 'is not', null), is('is_scheduled', '=', false)]))
    .where('id', 'not in', latest)
    .execute();
}
