import type { Database } from '../db/connect.ts';

type JobOptions = {
  /** Replaces a waiting job with the same key. */
  key?: string;
  runAt?: Date;
  maxAttempts?: number;
};

export type JobQueue = {
  /** Adds the job in the caller's transaction, so it exists exactly if the change does. */
  add(trx: Database, name: string, payload: Record<string, unknown>, options?: JobOptions): Promise<void>;
};
