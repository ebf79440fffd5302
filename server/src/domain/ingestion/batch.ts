import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Device } from '../events/device.ts';
import type { IdentifierContext } from '../identification/company-identifier.ts';
import type { Location } from '../identification/location-directory.ts';
import type { SeenWorkplace } from '../identification/workplace.ts';
import type { Lane } from '../lanes/lanes.ts';
import type { AccountRules } from '../visits/account-rules.ts';
import type { ClientInfo } from '../visits/client-info.ts';
import type { VisitMerge } from '../visits/visit-merge.ts';
import type { CachedVisits } from '../visits/visitor-cache.ts';
import type { WorkerState } from '../worker-state.ts';
import type { Received, ReceivedHit } from './build-hits.ts';
import type { QueueRow } from './event-queue/queue-rows.ts';
import { OutcomeTally } from './outcome-tally.ts';
import type { ResolvedVisitor } from './resolve-visitors.ts';

/** The context of a pipeline worker, with identification data and the worker's caches. */
export type PipelineContext = IdentifierContext & { workerState: WorkerState };

/** A hit that passed the filters, with its client. */
export type KeptHit = { hit: ReceivedHit; client: ClientInfo };

type BatchInput = {
  readonly trx: Transaction<DB>;
  readonly lane: Lane;
  readonly rules: AccountRules;
  /** The rows of this batch. */
  readonly rows: readonly QueueRow[];
  /** True if all other lanes of the account are locked too. */
  readonly holdsAllLanes: boolean;
  /** Cached visits of the visitors in this lane. */
  readonly cachedVisits: (visitorId: string) => CachedVisits | undefined;
};

/** Events in the pipeline. The comment of a field begins with the stages that fill it; later stages read it. */
export type Batch = BatchInput & {
  /** Outcome of each event, by day of receipt. */
  readonly tally: OutcomeTally;
  /** Read: number of requests. */
  requests: number;
  /** Read: the events with their visitors and senders. */
  received: Received;
  /** Resolve visitors: known data, in the order of `received.visitorIds`. */
  visitors: ResolvedVisitor[];
  /** Locate: location and device of each sender. */
  places: { location: Location | null; device: Device }[];
  /** Identify: what is known about the client of each sender. */
  clients: ClientInfo[];
  /** Filter, drop duplicates: the hits to store. */
  kept: KeptHit[];
  /** Resolve companies: record ids by company key. */
  companyIds: Map<string, string>;
  /** Resolve companies: workplaces seen in this batch, by visitor. */
  workplaces: Map<string, SeenWorkplace>;
  /** Group by visitor: the visits being merged, which the stages from "load visits" to "rollups" complete. */
  merge: VisitMerge | null;
  /** Learn: visitors whose visits were re-evaluated after they were stored. */
  reevaluatedVisitors: ReadonlySet<string>;
  /** Cache visitors: new cache entries of changed visitors; null if they must be read again. */
  readonly changedVisitors: Map<string, CachedVisits | null>;
  /** Callbacks to run after the commit. */
  readonly onCommitted: (() => void)[];
  /** Set by a stage to skip the remaining ones. */
  stop: null | 'nothing left' | 'needs all lanes';
};

export type Stage = { name: string; run(ctx: PipelineContext, batch: Batch): Promise<void> | void };

export function createBatch(input: BatchInput): Batch {
  return {
    ...input,
    tally: new OutcomeTally(),
    requests: 0,
    received: { hits: [], senders: [], visitorIds: [] },
    visitors: [],
    places: [],
    clients: [],
    kept: [],
    companyIds: new Map(),
    workplaces: new Map(),
    merge: null,
    reevaluatedVisitors: new Set(),
    changedVisitors: new Map(),
    onCommitted: [],
    stop: null,
  };
}
