import type { Database } from '../../../db/connect.ts';
import { BoundedMap } from '../../../lib/bounded-map.ts';
import type { Lane, Turn } from '../../events/lanes.ts';
import type { VisitsSince } from '../../visits/load-reach.ts';
import type { RememberedVisits } from '../../visits/store-visits.ts';

type Entry = RememberedVisits & { chain: number; notedAtMs: number };

const mostVisitors = 8000;
/** Longer stories are rare, and few of them would take the place of all the others. */
const longestStory = 8192;
/** After such a silence the next event begins a new visit anyway. */
const rememberedMs = 30 * 60_000;
const mostLanes = 20_000;

/**
 * The visitors that this process wrote last, so that it need not read them back for their next events. That holds for as long as every
 * turn of their lane was a turn of this process: then nobody else can have changed them.
 */
export class VisitorMemory {
  readonly #lanes = new Map<string, { turn: string; chain: number }>();
  /** The chain of an entry tells its lane, and so its account: of two accounts that name a visitor alike one is forgotten. */
  readonly #visitors = new BoundedMap<string, Entry>(mostVisitors);
  #chains = 0;

  /** What is remembered at the beginning of a turn. */
  at({ accountId, lane }: Lane, { before }: Turn): (visitorId: string) => RememberedVisits | undefined {
    const known = this.#lanes.get(`${accountId} ${lane}`);
    if (known?.turn !== before) return () => undefined;
    const freshMs = Date.now() - rememberedMs;
    return (visitorId) => {
      const entry = this.#visitors.get(visitorId);
      return entry?.chain === known.chain && entry.notedAtMs >= freshMs ? entry : undefined;
    };
  }

  /** To be called when the transaction of the turn is committed, and not before, with all visitors that it changed: null forgets one. */
  keep({ accountId, lane }: Lane, turn: Turn, visitors: ReadonlyMap<string, RememberedVisits | null>) {
    const key = `${accountId} ${lane}`;
    const known = this.#lanes.get(key);
    const chain = known?.turn === turn.before ? known.chain : ++this.#chains;
    if (this.#lanes.size >= mostLanes) this.#lanes.clear();
    this.#lanes.set(key, { turn: turn.now, chain });
    const notedAtMs = Date.now();
    for (const [visitorId, visitor] of visitors) {
      if (visitor === null || lengthOf(visitor) > longestStory) this.#visitors.delete(visitorId);
      else this.#visitors.set(visitorId, { ...visitor, chain, notedAtMs });
    }
  }
}

function lengthOf({ visits }: VisitsSince): number {
  return visits.reduce((sum, { events }) => sum + events.length, 0);
}

const byDatabase = new WeakMap<Database, VisitorMemory>();

export function visitorMemoryOf(db: Database): VisitorMemory {
  const known = byDatabase.get(db) ?? new VisitorMemory();
  byDatabase.set(db, known);
  return known;
}
