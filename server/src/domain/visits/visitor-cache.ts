import { BoundedMap } from '../../lib/bounded-map.ts';
import type { Claim, Lane } from '../events/lanes.ts';
import type { VisitsSince } from './load-reach.ts';
import type { Seen } from './touch-visitors.ts';

/** The latest visits of a visitor. For anonymous visitors also when they were seen, if nothing else is stored. */
export type CachedVisits = VisitsSince & { anonymousSeen: Seen | undefined };

type Entry = CachedVisits & { chain: number; storedAtMs: number };

const maxVisitors = 8000;
/** Long histories are rare; a few of them would evict everything else. */
const maxLength = 8192;
/** After this time, the next event starts a new visit anyway. */
const lifetimeMs = 30 * 60_000;
const maxLanes = 20_000;

/**
 * Caches visitors last written by this process, so they need not be read for their next events. Valid while all claims of their lane were
 * made by this process, because no other process can have changed them.
 */
export class VisitorCache {
  readonly #lanes = new Map<string, { claimId: string; chain: number }>();
  /** An entry belongs to an uninterrupted chain of claims of one lane. If two accounts have the same visitor id, only one is cached. */
  readonly #visitors = new BoundedMap<string, Entry>(maxVisitors);
  #chains = 0;

  /** Returns the valid entries at the time of the claim. */
  lookupAt({ accountId, lane }: Lane, { previousId }: Claim): (visitorId: string) => CachedVisits | undefined {
    const known = this.#lanes.get(`${accountId} ${lane}`);
    if (known?.claimId !== previousId) return () => undefined;
    const freshMs = Date.now() - lifetimeMs;
    return (visitorId) => {
      const entry = this.#visitors.get(visitorId);
      return entry?.chain === known.chain && entry.storedAtMs >= freshMs ? entry : undefined;
    };
  }

  /** Call only after the claim's transaction was committed, with all visitors it changed. Null removes a visitor. */
  store({ accountId, lane }: Lane, claim: Claim, visitors: ReadonlyMap<string, CachedVisits | null>) {
    const key = `${accountId} ${lane}`;
    const known = this.#lanes.get(key);
    const chain = known?.claimId === claim.previousId ? known.chain : ++this.#chains;
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
