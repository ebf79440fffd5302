import type { Database } from '../db/connect.ts';

type JobOptions = {
  /** A job with the same key that has not begun yet is replaced. */
  key?: string;
  runAt?: Date;
  maxAttempts?: number;
};

export type JobQueue = {
  /** Adds a job inside the caller's transaction: it exists exactly when the change does. */
  add(trx: Database, name: string, payload: Record<string, unknown>, options?: JobOptions): Promise<void>;
};
