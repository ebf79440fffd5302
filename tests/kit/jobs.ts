import { EventEmitter } from 'node:events';
import { Logger, runOnce, type WorkerEvents } from 'graphile-worker';
import type { Connection } from '../../server/src/db/connect.ts';
import { enqueueAccountMovesJobName } from '../../server/src/domain/company-merges/enqueue-account-moves.ts';
import { enqueueMovesOfJoinedCompaniesJobName } from '../../server/src/domain/company-merges/enqueue-moves-of-joined-companies.ts';
import { moveAccountDataJobName } from '../../server/src/domain/company-merges/move-account-data.ts';
import { jobs, taskList } from '../../server/src/jobs/index.ts';
import type { JobContext } from '../../server/src/jobs/job.ts';

type JobHost = { ctx: JobContext; connection: Connection };

/** Makes all delayed jobs due, and runs the queued ones among `jobsToRun` until none of them is due. */
export async function runQueuedJobs({ ctx, connection }: JobHost, jobsToRun = jobs): Promise<void> {
  await connection.pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
  const events: WorkerEvents = new EventEmitter();
  const startedIds: string[] = [];
  events.on('job:start', ({ job }) => startedIds.push(job.id));
  const options = {
    pgPool: connection.pool,
    taskList: taskList(ctx, jobsToRun),
    logger: new Logger(() => () => {}),
    noHandleSignals: true,
    events,
  };
  const names = jobsToRun.map(({ name }) => name);
  const selectDueJob = `select 1 from graphile_worker.jobs where task_identifier = any($1) and locked_at is null and run_at <= now() and attempts < max_attempts limit 1`;
  const selectLockedJob = 'select 1 from graphile_worker._private_jobs where id = any($1) and locked_at is not null limit 1';
  const exists = async (query: string, values: string[]) => (await connection.pool.query(query, [values])).rowCount !== 0;
  do {
    await runOnce(options);
    // `runOnce` can return before a job is recorded as done or failed, which blocks the next job of its queue and a retry.
    while (await exists(selectLockedJob, startedIds));
  } while (await exists(selectDueJob, names));
}

/** Runs the jobs that move data of accounts from merged companies to the remaining ones. Reattributions move the visits. */
export function runMerges(service: JobHost): Promise<void> {
  return runQueuedJobs(
    service,
    jobs.filter(({ name }) => [enqueueMovesOfJoinedCompaniesJobName, enqueueAccountMovesJobName, moveAccountDataJobName].includes(name)),
  );
}
