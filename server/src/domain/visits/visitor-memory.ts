import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Claim, Lane } from '../events/lanes.ts';
import type { VisitsSince } from './load-reach.ts';
import type { Seen } from './touch-visitors.ts';

/** The latest visits of a visitor. Of strangers it is also known when they were seen, and that nothing else is stored of them. */
export type RememberedVisits = VisitsSince & { strangerSeen: Seen | undefined };

type Entry = RememberedVisits & { chain: number; notedAtMs: number };

const maxVisitors = 8000;
/** Long histories are rare; a few of them would evict everything else. */
const maxLength = 8192;
/** After such a silence the next event begins a new visit anyway. */
const rememberedMs = 30 * 60_000;
const maxLanes = 20_000;

/**
 * The visitors that this process wrote last, so that it need not read them back for their next events. Valid while every claim of
 * their lane was a claim of this process: nobody else can have changed them then.
 */
export class VisitorMemory {
  readonly #lanes = new Map<string, { claimId: string; chain: number }>();
  /** An entry belongs to a chain of turns of one lane. Of two accounts with the same visitor id only one is remembered. */
  readonly #visitors = new BoundedMap<string, Entry>(maxVisitors);
  #chains = 0;

  /** What is remembered when the lane was claimed. */
  at({ accountId, lane }: Lane, { before }: Claim): (visitorId: string) => RememberedVisits | undefined {
    const known = this.#lanes.get(`${accountId} ${lane}`);
    if (known?.claimId !== before) return () => undefined;
    const freshMs = Date.now() - rememberedMs;
    return (visitorId) => {
      const entry = this.#visitors.get(visitorId);
      return entry?.chain === known.chain && entry.notedAtMs >= freshMs ? entry : undefined;
    };
  }

  /** Call it only after the transaction of the claim was committed, with all visitors that it changed. Null forgets a visitor. */
  keep({ accountId, lane }: Lane, claim: Claim, visitors: ReadonlyMap<string, RememberedVisits | null>) {
    const key = `${accountId} ${lane}`;
    const known = this.#lanes.get(key);
    const chain = known?.claimId === claim.before ? known.chain : ++this.#chains;
    if (this.#lanes.size >= maxLanes) this.#lanes.clear();
    this.#lanes.set(key, { claimId: claim.now, chain });
    const notedAtMs = Date.now();
    for (const [visitorId, visitor] of visitors) {
      if (visitor === null || lengthOf(visitor) > maxLength) this.#visitors.delete(visitorId);
      else this.#visitors.set(visitorId, { ...visitor, chain, notedAtMs });
    }
  }
}

function lengthOf({ visits }: VisitsSince): number {
  return visits.reduce((sum, { events }) => sum + events.length, 0);
}
