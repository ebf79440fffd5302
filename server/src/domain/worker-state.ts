import { TaskQueue } from '../lib/task-queue.ts';
import { PageCache } from './visits/page-cache.ts';
import { RollupCache } from './visits/rollup-cache.ts';
import { RowIdCache } from './visits/row-id-cache.ts';
import { VisitorCache } from './visits/visitor-cache.ts';

/** Everything a worker keeps in memory between batches and jobs. All caches are bounded and affect speed only, never results. */
export class WorkerState {
  /** Visits last written by this worker; valid as long as no other worker has held the lane. */
  readonly visitorCache = new VisitorCache();
  /** Ids of committed pages, places and verdicts; expires after a minute. */
  readonly rowIdCache = new RowIdCache();
  /** URL and title of pages by id. Use it with `forAccount`. */
  readonly pageCache = new PageCache();
  /** Data about pages, places and verdicts that rollups need, by id. Use it with `forAccount`. */
  readonly rollupCache = new RollupCache();
  /**
   * Re-evaluations of visits whose hostnames were found. One at a time: each waits for all lanes of an account and needs two connections, so
   * many at once would use up the connections and block each other and the pipeline.
   */
  readonly hostNameUpdates = new TaskQueue();
  /** Number of alerts being sent, by account. */
  readonly deliveriesInProgress = new Map<string, number>();
  /** Time to which the last alert that had to wait for others was postponed, by account. */
  readonly deliveriesPostponedToMs = new Map<string, number>();
}
