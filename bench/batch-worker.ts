import { pino } from 'pino';
import { connect } from '../server/src/db/connect.ts';
import { createIds } from '../server/src/db/ids.ts';
import { runBatchJob } from '../server/src/domain/batch-jobs/run-batch-job.ts';
import type { Context } from '../server/src/domain/context.ts';
import { firstItems } from '../server/src/lib/first-items.ts';
import { jobQueue } from '../server/src/providers/job-queue.ts';

/** A worker in a separate process that can be killed: `batch-worker.ts <database> <account> <job>`. */
const [url, accountId, jobId] = firstItems(process.argv.slice(2), 3);
const connection = connect(url, { connections: 4, name: 'bench-worker', onError: () => {} });
const ctx: Context = {
  db: connection.db,
  clock: { now: () => new Date() },
  ids: createIds(Date.now),
  jobs: jobQueue,
  // A batch job writes no files.
  files: undefined as never,
  log: pino({ level: 'silent' }),
};
await runBatchJob(ctx, accountId, jobId);
await connection.close();
