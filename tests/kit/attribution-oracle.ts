import type { CompanyIdentifier } from '../../server/src/domain/identification/company-identifier.ts';
import type { CompanyReference } from '../../server/src/domain/identification/company-reference.ts';
import type { Correction } from '../../server/src/domain/identification/correction.ts';
import type { LearnedDomain } from '../../server/src/domain/identification/facts.ts';
import { workDomain } from '../../server/src/domain/identification/work-domain.ts';
import { isWorkplace, latestWorkplace, type SeenWorkplace } from '../../server/src/domain/identification/workplace.ts';
import { learnableKinds } from '../../server/src/domain/reattribution/learned-address.ts';
import { parseIpAddress } from '../../server/src/lib/ip-address.ts';
import { blockAround, compareIpAddresses, type IpRange, parseIpRange, rangeContains } from '../../server/src/lib/ip-range.ts';
import { required } from '../../server/src/lib/required.ts';

export type Storage = 'none' | 'truncated' | 'full';

type OracleHit = { id: string; visitor: string; ip: string; atMs: number; email: string | null };

/** A hit with its full address, and with what the service can still know about that address. */
type RecordedHit = OracleHit & {
  isForgotten: boolean;
  ruleIds: Set<string>;
  /** Directory blocks known to contain the address, with the company each was listed for. */
  netblocks: Map<string, string>;
  /** The domains learned for the address by the time it was deleted. */
  learnedThen: LearnedDomain[];
};

type ListedBlock = { block: string; company: string };

/** A company of the directory in its current state. */
type CurrentCompany = { companyId: string; company: CompanyReference };

/**
 * Determines the company of each visit from full addresses and the history of what became known and when. It shares the weighing of
 * evidence with the service, but nothing of how the service stores and re-evaluates visits.
 */
export class AttributionOracle {
  readonly #identifier: CompanyIdentifier;
  readonly #storage: Storage;
  readonly #hits: RecordedHit[] = [];
  readonly #corrections = new Map<string, string>();
  readonly #listed = new Map<string, string>();

  constructor(identifier: CompanyIdentifier, storage: Storage) {
    this.#identifier = identifier;
    this.#storage = storage;
  }

  addHit(hit: OracleHit) {
    const ruleIds = [...this.#corrections].filter(([, block]) => contains(block, hit.ip)).map(([id]) => id);
    const netblocks = [...this.#listed].filter(([block]) => contains(block, hit.ip));
    this.#hits.push({ ...hit, isForgotten: false, ruleIds: new Set(ruleIds), netblocks: new Map(netblocks), learnedThen: [] });
  }

  createCorrection(id: string, block: string) {
    this.#corrections.set(id, block);
    for (const hit of this.#hits) if (this.#isCertain(hit, block, true)) hit.ruleIds.add(id);
  }

  deleteCorrection(id: string) {
    this.#corrections.delete(id);
  }

  listBlock({ block, company }: ListedBlock) {
    this.#listed.set(block, company);
  }

  unlistBlock(block: string) {
    this.#listed.delete(block);
  }

  /** Updates the blocks known for each hit from the current directory. */
  recompute() {
    for (const hit of this.#hits) {
      const netblocks = [...this.#listed].filter(([block]) => hit.netblocks.has(block) || this.#isCertain(hit, block, false));
      hit.netblocks = new Map(netblocks);
    }
  }

  deleteExpiredAddresses() {
    for (const hit of this.#hits) if (!hit.isForgotten) hit.learnedThen = this.#learnedAt(hit.ip);
    for (const hit of this.#hits) hit.isForgotten = true;
  }

  /** Determines the company of each hit, by the id of the hit. `companies` looks up companies of the current directory. */
  async companiesByHit(
    corrections: readonly Correction[],
    startOfVisit: (hitId: string) => number,
    companies: (company: string) => CurrentCompany,
    currentCompany: (company: CompanyReference) => Promise<CurrentCompany>,
  ): Promise<Map<string, CompanyReference | null>> {
    const evaluated = this.#hits.map((hit) => {
      const netblocks = [...hit.netblocks].map(([block, company]) => ({
        id: block,
        prefix: Number(block.slice(block.indexOf('/') + 1)),
        label: '',
        ...companies(company),
      }));
      const facts = {
        ...this.#identifier.findFacts(hit.ip),
        netblocks: netblocks.sort((a, b) => b.prefix - a.prefix),
        learned: hit.isForgotten ? hit.learnedThen : this.#learnedAt(hit.ip),
        ruleIds: [...hit.ruleIds],
      };
      return { hit, facts, networkVerdict: this.#identifier.identify(facts, {}, corrections) };
    });
    const workplaces = new Map<string, { seen: SeenWorkplace; company: CompanyReference }>();
    for (const { hit, networkVerdict } of evaluated) {
      if (!isWorkplace(networkVerdict)) continue;
      const { companyId, company } = await currentCompany(required(networkVerdict.company));
      const seen = { atMs: hit.atMs, companyId, confidence: Math.fround(networkVerdict.confidence) };
      const before = workplaces.get(hit.visitor);
      if (latestWorkplace(before?.seen ?? null, seen) === seen) workplaces.set(hit.visitor, { seen, company });
    }
    return new Map(
      evaluated.map(({ hit, facts, networkVerdict }) => {
        const workplace = isWorkplace(networkVerdict) ? undefined : workplaces.get(hit.visitor);
        const visitor = {
          email: this.#emailOf(hit.visitor),
          workplace: workplace && {
            company: workplace.company,
            confidence: workplace.seen.confidence,
            ageDays: Math.abs(dayOf(startOfVisit(hit.id)) - dayOf(workplace.seen.atMs)),
          },
        };
        return [hit.id, this.#identifier.identify(facts, visitor, corrections).company];
      }),
    );
  }

  /** Whether the service can still know that a block contains the address. */
  #isCertain({ ip, isForgotten }: RecordedHit, block: string, isCorrection: boolean): boolean {
    if (!contains(block, ip)) return false;
    const network = this.#identifier.findFacts(ip).network;
    const coversNetwork = network !== null && covers(block, required(parseIpRange(network.cidr)));
    if (isForgotten || this.#storage === 'none') return coversNetwork;
    if (this.#storage === 'full') return true;
    const address = required(parseIpAddress(ip));
    const isAddress = isCorrection && covers(ip, required(parseIpRange(block)));
    return coversNetwork || isAddress || covers(block, blockAround(address, address.version === 4 ? 24 : 48));
  }

  /** Counts the visitors seen at an IP address by the domain of their latest e-mail address, if that is a work address. */
  #learnedAt(ip: string): LearnedDomain[] {
    if (this.#storage === 'none') return [];
    const { kind } = this.#identifier.identify(this.#identifier.findFacts(ip));
    if (!learnableKinds.has(kind)) return [];
    const visitors = new Set(this.#hits.filter((hit) => hit.ip === ip && !hit.isForgotten).map(({ visitor }) => visitor));
    const counts = new Map<string, number>();
    for (const visitor of visitors) {
      const email = this.#emailOf(visitor);
      const domain = email === null ? null : workDomain(email);
      if (domain !== null) counts.set(domain, (counts.get(domain) ?? 0) + 1);
    }
    return [...counts].map(([domain, visitorCount]) => ({ domain, visitorCount })).sort((a, b) => (a.domain < b.domain ? -1 : 1));
  }

  #emailOf(visitor: string): string | null {
    const identified = this.#hits.filter((hit) => hit.visitor === visitor && hit.email !== null);
    return identified.sort((a, b) => a.atMs - b.atMs).at(-1)?.email ?? null;
  }
}

function contains(block: string, ip: string): boolean {
  return rangeContains(required(parseIpRange(block)), required(parseIpAddress(ip)));
}

function covers(block: string, inner: IpRange): boolean {
  const { first, last } = required(parseIpRange(block));
  return compareIpAddresses(first, inner.first) <= 0 && compareIpAddresses(last, inner.last) >= 0;
}

function dayOf(timeMs: number): number {
  return Math.floor(timeMs / 86_400_000);
}
