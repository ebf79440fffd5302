import { availableParallelism } from 'node:os';

export const maxDefaultThreads = 4;

/** Leaves cores for the interfaces and the database. */
export function defaultThreads(): number {
  return Math.min(maxDefaultThreads, Math.max(1, Math.floor(availableParallelism() / 2)));
}
