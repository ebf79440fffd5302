import type { RefusalCause } from '../domain/problem.ts';

/** Receives what the framework's hooks do not see. */
export type RequestObserver = {
  /** A response that did not pass through the framework. */
  answered(route: string, method: string, status: number, seconds: number, cause?: RefusalCause): void;
  /** A live update connection was opened or closed. */
  liveClients(change: 1 | -1): void;
};

export const noObserver: RequestObserver = { answered: () => {}, liveClients: () => {} };
