import type { Logger } from 'pino';
import type { Database } from '../db/connect.ts';
import type { Ids } from '../db/ids.ts';
import type { JobQueue } from './jobs.ts';

export type Clock = { now(): Date };

/** What every use case may use of the outside world. */
export type Context = {
  db: Database;
  clock: Clock;
  ids: Ids;
  jobs: JobQueue;
  log: Logger;
};
