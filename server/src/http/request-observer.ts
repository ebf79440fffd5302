import type { ProblemCause } from '../domain/problem.ts';

/** Reports what fastify's hooks do not see. */
export type RequestObserver = {
  /** A response that bypassed fastify. */
  responded(route: string, method: string, status: number, seconds: number, cause?: ProblemCause): void;
  liveClients(change: 1 | -1): void;
};

export const noObserver: RequestObserver = { responded: () => {}, liveClients: () => {} };
