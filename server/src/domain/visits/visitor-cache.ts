import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Claim, Lane } from '../lanes/lanes.ts';
import type { VisitsSince } from './load-visits-in-window.ts';
import { sessionTimeoutMs } from './session-timeout.ts';
import type { Seen } from './touch-visitors.ts';

/** The latest visits of a visitor, and the times between which they were seen if nothing else is stored about them. */
export type CachedVisits = VisitsSince & { anonymousSeen: Seen | undefined };

type Entry = CachedVisits & { chain: number; storedAtMs: number };

const maxVisitors = 8000;
/** Visitors with more characters of events are not cached: they are rare, but could use a lot of memory. */
const maxLength = 8192;
/** After this time, the next event starts a new visit anyway. */
const lifetimeMs = sessionTimeoutMs;
const maxLanes = 20_000;

/**
 * Caches the visitors that this process wrote last, so that they need not be read for their next events. An entry is valid as long as this
 * process has made all claims of the lane, because then no other process can have changed the visitor.
 */
export class VisitorCache {
  readonly #lanes = new Map<string, { claimId: string; chain: number }>();
  /** By visitor id. An entry belongs to an uninterrupted chain of claims of one lane; if two accounts share an id, only one is cached. */
  readonly #visitors = new BoundedMap<string, Entry>(maxVisitors);
  #chains = 0;

  /** Returns a lookup of the entries that are valid for the claim. */
  lookupAt({ accountId, lane }: Lane, { previousId }: Claim): (visitorId: string) => CachedVisits | undefined {
    const laneState = this.#lanes.get(`${accountId} ${lane}`);
    if (laneState?.claimId !== previousId) return () => undefined;
    const freshMs = Date.now() - lifetimeMs;
    return (visitorId) => {
      const entry = this.#visitors.get(visitorId);
      return entry?.chain === laneState.chain && entry.storedAtMs >= freshMs ? entry : undefined;
    };
  }

  /** Call it after the claim's transaction was committed, with all visitors that the transaction changed. Null removes a visitor. */
  store({ accountId, lane }: Lane, claim: Claim, visitors: ReadonlyMap<string, CachedVisits | null>) {
    const key = `${accountId} ${lane}`;
    const laneState = this.#lanes.get(key);
    const chain = laneState?.claimId === claim.previousId ? laneState.chain : ++this.#chains;
    if (this.#lanes.size >= maxLanes) this.#lanes.clear();
    this.#lanes.set(key, { claimId: claim.id, chain });
    const storedAtMs = Date.now();
    for (const [visitorId, visitor] of visitors) {
      if (visitor === null || lengthOf(visitor) > maxLength) this.#visitors.delete(visitorId);
      else this.#visitors.set(visitorId, { ...visitor, chain, storedAtMs });
    }
  }
}

function lengthOf({ visits }: VisitsSince): number {
  return visits.reduce((sum, { events }) => sum + events.length, 0);
}
