import { sql } from 'kysely';
import type { JobQueue } from '../domain/job-queue.ts';

/** Priority of jobs that a user waits for. Lower numbers run first; all other jobs, including scheduled ones, have 0. */
const awaitedPriority = -10;

export const jobQueue: JobQueue = {
  async add(trx, name, payload, { key, runAt, maxAttempts, isAwaited = false, queue, keepsWaiting = false } = {}) {
    // On a cluster, this statement makes the change and the job commit together; elsewhere it has no effect.
    await sql`delete from commit_fence where id = 0`.execute(trx);
    const unlessWaiting = keepsWaiting
      ? sql`where not exists (select 1 from graphile_worker._private_jobs where key = ${key ?? null} and is_available)`
      : sql``;
    await sql`select add_job(name => ${name}, payload => ${JSON.stringify(payload)}::json,
      key => ${key ?? null}, run_at => ${runAt ?? null}, max_attempts => ${maxAttempts ?? null}, priority => ${isAwaited ? awaitedPriority : 0},
      queue => ${queue ?? null}) ${unlessWaiting}`.execute(trx);
  },
};
