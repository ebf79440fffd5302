import type { RecoverableWork } from '../recover-interrupted-work.ts';
import { enqueueRecordJob } from './create-record-job.ts';
import { leaseMs } from './run-record-job.ts';

export const recoverableRecordJobs: RecoverableWork = {
  name: 'record jobs',
  leaseMs,
  listInterrupted: (ctx, since) =>
    ctx.db
      .selectFrom('record_jobs')
      .select(['account_id as accountId', 'id'])
      .where('status', '=', 'running')
      .where('created_at', '<', since)
      .where((eb) => eb.or([eb('heartbeat_at', 'is', null), eb('heartbeat_at', '<', since)]))
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  enqueue: enqueueRecordJob,
};
