import { getOrThrow } from '../server/src/lib/get-or-throw.ts';
import type { ExpectedVisit } from './soak-ledger.ts';

/**
 * The expected final state, derived only from the operations and the specification: which company an address belongs to after all
 * corrections and merges.
 */
export class ChaosOracle {
  /** By account and then by the domain in the IP data: the domain set by a correction, or null for none. */
  readonly corrections = new Map<string, Map<string, string | null>>();
  readonly #mergedInto = new Map<string, string>();

  /** Records a correction: a domain, null for no company, or undefined if it was removed. */
  correct(accountId: string, domain: string, corrected: string | null | undefined) {
    const accountCorrections = this.corrections.get(accountId) ?? new Map<string, string | null>();
    if (corrected === undefined) accountCorrections.delete(domain);
    else accountCorrections.set(domain, corrected);
    this.corrections.set(accountId, accountCorrections);
  }

  merge(previous: string, current: string) {
    this.#mergedInto.set(previous, current);
  }

  get mergeCount(): number {
    return this.#mergedInto.size;
  }

  isMerged(domain: string): boolean {
    return this.#mergedInto.has(domain);
  }

  companyOf(accountId: string, domain: string): string | null {
    const corrected = this.corrections.get(accountId)?.get(domain);
    let company = corrected === undefined ? domain : corrected;
    while (company !== null && this.#mergedInto.has(company)) company = getOrThrow(this.#mergedInto, company);
    return company;
  }

  /** Visits of companies, under their final domains. */
  identifiedVisits(accountId: string, visits: readonly ExpectedVisit[]): ExpectedVisit[] {
    return visits.flatMap((visit) => {
      const domain = this.companyOf(accountId, visit.domain);
      return domain === null ? [] : [{ ...visit, domain }];
    });
  }
}
