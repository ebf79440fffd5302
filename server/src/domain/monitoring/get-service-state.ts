import { sql } from 'kysely';
import { firstOf } from '../../lib/first-of.ts';
import { findLastBackup } from '../backups/find-last-backup.ts';
import type { Context } from '../context.ts';

export type ServiceState = {
  eventQueue: { events: number; oldestAgeSeconds: number };
  deadLetterEvents: number;
  jobs: { waiting: number; oldestAgeSeconds: number; dead: number };
  databaseBytes: number;
  /** Null if there is no successful backup. */
  lastBackupAt: Date | null;
};

/** Counting stops here to bound the cost. */
const maxJobs = 100_000;
const maxDeadLetters = 100_000;

/** Returns the waiting events and jobs, failures, database size and last backup of the installation. Reads a bounded number of rows. */
export async function getServiceState(ctx: Context, { inboxLimit }: { inboxLimit: number }): Promise<ServiceState> {
  const now = ctx.clock.now();
  const ageSeconds = (since: Date | null) => (since === null ? 0 : Math.max(0, (now.getTime() - since.getTime()) / 1000));
  const { rows: queue } = await sql<{ events: string; oldest: Date | null }>`
    select coalesce(sum(events), 0) as events, min(received_at) as oldest
    from (select events, received_at from inbox limit ${inboxLimit}) as waiting`.execute(ctx.db);
  const { rows: failures } = await sql<{ events: string }>`
    select coalesce(sum(events), 0) as events from (select events from dead_letters limit ${maxDeadLetters}) as dead`.execute(ctx.db);
  const { rows: jobs } = await sql<{ waiting: string; oldest: Date | null; dead: string }>`
    select count(*) filter (where locked_at is not null or (attempts < max_attempts and run_at <= ${now})) as waiting,
      min(run_at) filter (where attempts < max_attempts and run_at <= ${now} and locked_at is null and not is_queued) as oldest,
      count(*) filter (where attempts >= max_attempts and locked_at is null) as dead
    from (
      -- A job whose queue is locked waits for another one on purpose, not for a worker.
      select j.attempts, j.max_attempts, j.run_at, j.locked_at, q.locked_at is not null as is_queued
      from graphile_worker._private_jobs j left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
      limit ${maxJobs}
    ) as jobs`.execute(ctx.db);
  const { rows: size } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(ctx.db);
  const backup = await findLastBackup(ctx);
  return {
    eventQueue: { events: Number(firstOf(queue).events), oldestAgeSeconds: ageSeconds(firstOf(queue).oldest) },
    deadLetterEvents: Number(firstOf(failures).events),
    jobs: { waiting: Number(firstOf(jobs).waiting), oldestAgeSeconds: ageSeconds(firstOf(jobs).oldest), dead: Number(firstOf(jobs).dead) },
    databaseBytes: Number(firstOf(size).bytes),
    lastBackupAt: backup.succeeded?.finishedAt ?? null,
  };
}
