import type { IpAddress } from '../../lib/ip-address.ts';
import { compareIpAddresses, type IpRange, rangeContains } from '../../lib/ip-range.ts';
import type { CompanyReference } from './company-reference.ts';

/** The first domain is the one that the correction names; the others belong to the same company. */
export type CorrectionMatch = { kind: 'range'; range: IpRange } | { kind: 'domain'; domains: readonly string[] };

export type CorrectionEffect = { kind: 'company'; company: CompanyReference } | { kind: 'not_a_company' } | { kind: 'ignore' };

/** A correction by an account, which knows its visitors better than any database. */
export type Correction = { id: string; match: CorrectionMatch; effect: CorrectionEffect };

/** Returns the corrections whose block contains the address. */
export function correctionsForAddress(corrections: readonly Correction[], address: IpAddress): Correction[] {
  return corrections.filter(({ match }) => match.kind === 'range' && rangeContains(match.range, address));
}

/** Returns the correction with the smallest block among those with the given ids, whose blocks all contain the same address. */
export function narrowestCorrection(corrections: readonly Correction[], correctionIds: readonly string[]): Correction | null {
  let best: { correction: Correction; range: IpRange } | null = null;
  if (correctionIds.length === 0) return null;
  for (const correction of corrections) {
    if (correction.match.kind !== 'range' || !correctionIds.includes(correction.id)) continue;
    if (best === null || isInside(correction.match.range, best.range)) best = { correction, range: correction.match.range };
  }
  return best?.correction ?? null;
}

/**
 * A correction of one domain applies to all domains of its company, because evidence may name any of them. The correction of the domain
 * itself takes precedence, then the newest one.
 */
export function correctionForDomain(corrections: readonly Correction[], domain: string | null): Correction | null {
  if (domain === null) return null;
  const matching = corrections.filter(({ match }) => match.kind === 'domain' && match.domains.includes(domain));
  return matching.find(({ match }) => match.kind === 'domain' && match.domains[0] === domain) ?? matching.at(-1) ?? null;
}

function isInside(inner: IpRange, outer: IpRange): boolean {
  return compareIpAddresses(inner.first, outer.first) >= 0 && compareIpAddresses(inner.last, outer.last) <= 0;
}
