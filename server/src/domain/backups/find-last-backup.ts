import { sql } from 'kysely';
import type { Context } from '../context.ts';

export type LastBackup = {
  succeeded: { startedAt: Date; finishedAt: Date; path: string; bytes: number; isScheduled: boolean } | null;
  /** Set when the latest attempt failed. */
  failed: { startedAt: Date; path: string; error: string } | null;
};

/**
 * Finds the latest successful backup and, if the latest attempt failed, its error. Includes manual backups. Those made while the clock was
 * ahead come last: they would hide all later ones.
 */
export async function findLastBackup({ db }: Pick<Context, 'db'>): Promise<LastBackup> {
  const runs = () => db.selectFrom('backup_runs').selectAll().orderBy(sql`started_at > now()`).orderBy('started_at', 'desc').limit(1);
  const [newest, lastSuccess] = await Promise.all([runs().executeTakeFirst(), runs().where('error', 'is', null).executeTakeFirst()]);
  return {
    succeeded: lastSuccess
      ? {
          startedAt: lastSuccess.started_at,
          finishedAt: lastSuccess.finished_at,
          path: lastSuccess.path,
          bytes: Number(lastSuccess.bytes),
          isScheduled: lastSuccess.is_scheduled,
        }
      : null,
    failed: newest?.error ? { startedAt: newest.started_at, path: newest.path, error: newest.error } : null,
  };
}
