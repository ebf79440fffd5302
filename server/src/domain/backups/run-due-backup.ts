import { errorMessage } from '../../lib/error-message.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Context } from '../context.ts';
import { backupName } from './backup-name.ts';
import type { BackupSchedule } from './backup-schedule.ts';
import { recordBackup } from './record-backup.ts';

/** Delay before a failed backup is retried, unless the interval is shorter. */
const retryMs = 15 * 60_000;

/**
 * Writes the backup of the current interval if it is missing, and deletes old backups. Runs every minute. Failures are recorded and logged,
 * not thrown; the next run retries.
 */
export async function runDueBackup(ctx: Context, signal?: AbortSignal): Promise<void> {
  const { backups } = ctx;
  if (!backups || !(await isDue(ctx, backups))) return;
  const startedAt = ctx.clock.now();
  const path = backups.pathOf(backupName(startedAt));
  let bytes: number;
  try {
    const written = await backups.write(path, signal);
    if (!written) return;
    await recordBackup(ctx, { startedAt, isScheduled: true, ...written });
    bytes = written.bytes;
    ctx.log.info(written, 'Wrote the scheduled backup');
  } catch (error) {
    if (signal?.aborted) return;
    ctx.log.error({ err: error, path }, 'Scheduled backup failed');
    await recordBackup(ctx, { startedAt, isScheduled: true, path, error: errorMessage(error) });
    return;
  }
  const subject = { kind: 'backup', id: backupName(startedAt) };
  await recordAudit(ctx, ctx.db, { for: 'operator', action: 'backup.made', subject, detail: { bytes } });
  await deleteOldBackups(ctx, backups);
}

/**
 * Intervals are aligned to UTC, so backups run at the same times of day regardless of when the service started. Only backups around the
 * current time are considered: those made while the clock was ahead would otherwise count as the latest ones.
 */
async function isDue(ctx: Context, { everyMs }: BackupSchedule): Promise<boolean> {
  const now = ctx.clock.now().getTime();
  const intervalMs = Math.floor(now / everyMs) * everyMs;
  const latestBetween = (fromMs: number, toMs: number) =>
    ctx.db
      .selectFrom('backup_runs')
      .select('error')
      .where('is_scheduled', '=', true)
      .where('started_at', '>', new Date(fromMs))
      .where('started_at', '<', new Date(toMs))
      .orderBy('started_at', 'desc')
      .limit(1);
  const success = await latestBetween(intervalMs - 1, intervalMs + everyMs)
    .where('error', 'is', null)
    .executeTakeFirst();
  if (success) return false;
  const waitMs = Math.min(retryMs, everyMs);
  const recent = await latestBetween(now - waitMs, now + waitMs).executeTakeFirst();
  return recent === undefined || recent.error === null;
}

/** Deletes only files written by the schedule, and only after a newer one has been written and verified. */
async function deleteOldBackups(ctx: Context, backups: BackupSchedule): Promise<void> {
  const old = await ctx.db
    .selectFrom('backup_runs')
    .select(['id', 'path'])
    .where('is_scheduled', '=', true)
    .where('error', 'is', null)
    .where('deleted_at', 'is', null)
    // A backup from the future was made while the clock was wrong, and does not replace a current one.
    .orderBy((eb) => eb('started_at', '>', ctx.clock.now()))
    .orderBy('started_at', 'desc')
    .offset(backups.keep)
    .execute();
  for (const { id, path } of old) {
    try {
      await backups.delete(path);
      await ctx.db.updateTable('backup_runs').set({ deleted_at: ctx.clock.now() }).where('id', '=', id).execute();
    } catch (error) {
      ctx.log.error({ err: error, path }, 'Could not delete an old backup');
    }
  }
}
