import { dayMs } from '../../lib/day-ms.ts';
import type { Context } from '../context.ts';

type BackupOutcome = { startedAt: Date; isScheduled: boolean; path: string } & ({ bytes: number } | { error: string });

const retentionMs = 90 * dayMs;

/** Records the outcome of a backup. After 90 days, rows of failed, manual and deleted backups are removed, except the latest success. */
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
  const latest = ctx.db
    .selectFrom('backup_runs')
    .select('id')
    .where('error', 'is', null)
    .orderBy((eb) => eb('started_at', '>', now))
    .orderBy('started_at', 'desc')
    .limit(1);
  await ctx.db
    .deleteFrom('backup_runs')
    .where('started_at', '<', new Date(now.getTime() - retentionMs))
    .where((eb) => eb.or([eb('error', 'is not', null), eb('deleted_at', 'is not', null), eb('is_scheduled', '=', false)]))
    .where('id', 'not in', latest)
    .execute();
}
