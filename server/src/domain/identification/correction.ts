import type { IpAddress } from '../../lib/ip-address.ts';
import { compareIpAddresses, type IpRange, rangeContains } from '../../lib/ip-range.ts';
import type { CompanyReference } from './company-reference.ts';

export type RuleMatch = { kind: 'range'; range: IpRange } | { kind: 'domain'; domain: string };

export type RuleEffect = { kind: 'company'; company: CompanyReference } | { kind: 'not_a_company' } | { kind: 'ignore' };

/** What an account has corrected: it knows its visitors better than any database. */
export type OperatorRule = { id: string; match: RuleMatch; effect: RuleEffect };

/** The rules for blocks that hold the address. */
export function rulesForAddress(rules: readonly OperatorRule[], address: IpAddress): OperatorRule[] {
  return rules.filter(({ match }) => match.kind === 'range' && rangeContains(match.range, address));
}

/** Of the named rules, all for blocks around one address, the one for the smallest block. */
export function narrowestRule(rules: readonly OperatorRule[], ruleIds: readonly string[]): OperatorRule | null {
  let best: { rule: OperatorRule; range: IpRange } | null = null;
  if (ruleIds.length === 0) return null;
  for (const rule of rules) {
    if (rule.match.kind !== 'range' || !ruleIds.includes(rule.id)) continue;
    if (best === null || isInside(rule.match.range, best.range)) best = { rule, range: rule.match.range };
  }
  return best?.rule ?? null;
}

export function ruleForDomain(rules: readonly OperatorRule[], domain: string | null): OperatorRule | null {
  if (domain === null) return null;
  return rules.find((rule) => rule.match.kind === 'domain' && rule.match.domain === domain) ?? null;
}

function isInside(inner: IpRange, outer: IpRange): boolean {
  return compareIpAddresses(inner.first, outer.first) >= 0 && compareIpAddresses(inner.last, outer.last) <= 0;
}
