import { Logger, runOnce } from 'graphile-worker';
import { taskList } from '../../server/src/jobs/index.ts';
import type { TestService } from './service.ts';

/** Runs everything in the queue like the worker, and returns when it is empty. */
export async function runQueuedJobs({ ctx, connection }: Pick<TestService, 'ctx' | 'connection'>): Promise<void> {
  await connection.pool.query('update graphile_worker._private_jobs set run_at = now() where locked_at is null');
  await runOnce({ pgPool: connection.pool, taskList: taskList(ctx), logger: new Logger(() => () => {}), noHandleSignals: true });
}
