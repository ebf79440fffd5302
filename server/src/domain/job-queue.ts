import type { Database } from '../db/connect.ts';

type JobOptions = {
  /** Replaces a waiting job with the same key. */
  key?: string;
  /** Leaves a waiting job with the same key as it is, with its time and attempts. One that is locked or has failed too often is replaced. */
  keepsWaiting?: boolean;
  runAt?: Date;
  maxAttempts?: number;
  /** Runs before other jobs, because a user is waiting for the result. */
  isAwaited?: boolean;
  /**
   * Jobs of the same queue run one at a time. Jobs that an account can have many of, such as imports, have a queue per account, so that
   * one account uses only one slot of a runner at a time.
   */
  queue?: string;
};

export type JobQueue = {
  /** Adds the job in the caller's transaction, so the job exists if and only if the change is committed. */
  add(trx: Database, name: string, payload: Record<string, unknown>, options?: JobOptions): Promise<void>;
};
