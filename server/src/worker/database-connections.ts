import { jobs } from '../jobs/index.ts';
import { repeatedTasks } from './repeated-tasks.ts';

/** Two, so that one batch is computed while the database writes the other. */
export const lanesAtOnce = 2;
export const jobsAtOnce = 2;
export const longJobsAtOnce = 2;
const separateConcurrencies = jobs.flatMap(({ ownConcurrency }) => ownConcurrency ?? []);

/** A transaction may need a second connection. With fewer connections than this, all transactions could wait for one forever. */
export const minThreadConnections =
  2 * lanesAtOnce + 2 * jobsAtOnce + 2 * longJobsAtOnce + separateConcurrencies.length + repeatedTasks.length + 1;

/** One connection for each runner to listen on, one for the heartbeat, and one for each concurrent job of the largest runner. */
export const queueConnections = 3 + separateConcurrencies.length + Math.max(jobsAtOnce, longJobsAtOnce, ...separateConcurrencies);

/** The size of the connection pool of a worker thread, which does not include the connections of its job queue. */
export function threadConnections(databaseConnections: number): number {
  return Math.max(databaseConnections, minThreadConnections);
}

/**
 * Maximum number of connections that a process with all roles opens: for its own work, authentication and requests within accounts, and for
 * the work and the job queue of each worker thread.
 */
export function processConnections(databaseConnections: number, threads: number): number {
  return 3 * databaseConnections + threads * (threadConnections(databaseConnections) + queueConnections);
}
