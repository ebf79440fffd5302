import type { Database } from '../db/connect.ts';
import type { Context } from './context.ts';
import type { JobQueue } from './job-queue.ts';

/** Work of a background job that is recorded in a table until it is done. The job must be safe to run at any time and repeatedly. */
export type RecoverableWork = {
  name: string;
  /** A worker without a heartbeat for this long is considered dead. */
  leaseMs: number;
  /** Lists unfinished work without a heartbeat since the given time. */
  listInterrupted(ctx: Context, since: Date): Promise<{ accountId: string; id: string }[]>;
  /** Enqueues the job with its original key. */
  enqueue(ctx: Context, db: Database, accountId: string, id: string): Promise<void>;
};

/**
 * Enqueues the jobs of interrupted work again: the queue keeps the job of a killed worker locked, and gives up on a job that fails too
 * often. A job that is still waiting, in its queue or for a retry, keeps its place and attempts. A failure to recover one kind of work does
 * not affect the others. Returns the number of enqueued jobs.
 */
export async function recoverInterruptedWork(ctx: Context, kinds: readonly RecoverableWork[]): Promise<number> {
  const jobs: JobQueue = {
    add: (trx, name, payload, options) => ctx.jobs.add(trx, name, payload, { ...options, keepsWaiting: true }),
  };
  let count = 0;
  const errors: Error[] = [];
  for (const { name, leaseMs, listInterrupted, enqueue } of kinds) {
    try {
      const interrupted = await listInterrupted(ctx, new Date(ctx.clock.now().getTime() - leaseMs));
      for (const { accountId, id } of interrupted) await enqueue({ ...ctx, jobs }, ctx.db, accountId, id);
      count += interrupted.length;
    } catch (error) {
      errors.push(new Error(`Could not recover ${name}`, { cause: error }));
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join('; '));
  return count;
}
