import type { RefusalCause } from '../domain/problem.ts';

/** Reports what the framework does not see. */
export type DoorWatch = {
  /** Every answer that did not pass through the framework. */
  answered(route: string, method: string, status: number, seconds: number, cause?: RefusalCause): void;
  /** A page has begun or ceased to listen for changes. */
  liveClients(change: 1 | -1): void;
};

export const nobodyWatches: DoorWatch = { answered: () => {}, liveClients: () => {} };
