import type { Transaction } from 'kysely';
import type { DB } from '../../db/schema.ts';
import type { Device } from '../events/device.ts';
import type { Lane } from '../events/lanes.ts';
import type { IdentifierContext } from '../identification/identifier.ts';
import type { Location } from '../identification/location-directory.ts';
import type { SeenOffice } from '../identification/office.ts';
import type { AccountRules } from '../visits/account-rules.ts';
import type { Origin } from '../visits/origin.ts';
import type { VisitMerge } from '../visits/visit-merge.ts';
import type { RememberedVisits } from '../visits/visitor-memory.ts';
import type { WorkerMemory } from '../worker-memory.ts';
import type { TakenRow } from './inbox/take-rows.ts';
import type { Received, ReceivedHit } from './make-hits.ts';
import { OutcomeTally } from './outcome-tally.ts';
import type { ResolvedVisitor } from './resolve-visitors.ts';

/** The context of a worker: besides what every use case has, the identification data and what the worker keeps in memory. */
export type PipelineContext = IdentifierContext & { memory: WorkerMemory };

/** A hit that no filter dropped, with where it came from. */
export type KeptHit = { hit: ReceivedHit; origin: Origin };

type Given = {
  readonly trx: Transaction<DB>;
  readonly lane: Lane;
  readonly rules: AccountRules;
  /** The rows of the inbox that this batch handles. */
  readonly rows: readonly TakenRow[];
  /** Whether the other lanes of the account are locked too. */
  readonly holdsAllLanes: boolean;
  /** What the worker remembers of the visitors of this lane. */
  readonly remembered: (visitorId: string) => RememberedVisits | undefined;
};

/** Events on their way through the pipeline. Each stage reads what those before it filled in. */
export type Batch = Given & {
  /** What becomes of each event, by the day of its receipt. */
  readonly tally: OutcomeTally;
  /** Read: how many requests the events came with. */
  requests: number;
  /** Read: the events with their visitors and senders. */
  received: Received;
  /** Resolve visitors: what is known of each, in the order of `received.visitorIds`. */
  visitors: ResolvedVisitor[];
  /** Locate: place and device of each sender. */
  places: { location: Location | null; device: Device }[];
  /** Identify: everything known of where each sender is. */
  origins: Origin[];
  /** Filter, drop duplicates: the hits that will be stored. */
  kept: KeptHit[];
  /** Resolve companies: from the key of a company reference to the id of its record. */
  companyIds: Map<string, string>;
  /** Resolve companies: where visitors were seen at work in this batch. */
  offices: Map<string, SeenOffice>;
  /** Load visits, and all stages until the sums. */
  merge: VisitMerge | null;
  /** Learn: visitors whose visits were judged again after they were stored. */
  judgedAgain: ReadonlySet<string>;
  /** Remember: the visits of the changed visitors, for the worker's memory. Null where they must be read again. */
  readonly changedVisitors: Map<string, RememberedVisits | null>;
  /** To be done once the transaction is committed. */
  readonly onCommitted: (() => void)[];
  /** Set by a stage after which no other has anything to do. */
  stop: null | 'nothing left' | 'needs all lanes';
};

/** One step of the pipeline. */
export type Stage = { name: string; run(ctx: PipelineContext, batch: Batch): Promise<void> | void };

export function createBatch(given: Given): Batch {
  return {
    ...given,
    tally: new OutcomeTally(),
    requests: 0,
    received: { hits: [], senders: [], visitorIds: [] },
    visitors: [],
    places: [],
    origins: [],
    kept: [],
    companyIds: new Map(),
    offices: new Map(),
    merge: null,
    judgedAgain: new Set(),
    changedVisitors: new Map(),
    onCommitted: [],
    stop: null,
  };
}
