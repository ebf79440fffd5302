import type { AddressFacts } from './facts.ts';
import type { Verdict } from './identify.ts';
import { isUsedByHolder, type NetworkKind, type OrganizationKind } from './network-kind.ts';

/** Why a visit has no company. */
export const noCompanyReasons = [
  'home_line',
  'mobile',
  'hosting',
  'vpn',
  'relay',
  'gateway',
  'crawler',
  'shared_place',
  'uncertain',
  'correction',
  'unknown',
] as const;
export type NoCompanyReason = (typeof noCompanyReasons)[number];

const reasonOfKind: Record<Exclude<NetworkKind, OrganizationKind>, NoCompanyReason> = {
  isp: 'home_line',
  person: 'home_line',
  mobile: 'mobile',
  hosting: 'hosting',
  cdn: 'hosting',
  exchange: 'hosting',
  vpn: 'vpn',
  relay: 'relay',
  gateway: 'gateway',
  crawler: 'crawler',
  unknown: 'unknown',
};

/** If a verdict was stored without facts, its public kind is used. */
type VerdictToExplain = Pick<Verdict, 'kind' | 'evidence'> & { facts: AddressFacts | null };

/** Returns the reason why a verdict has no company. */
export function noCompanyReason({ kind, evidence, facts }: VerdictToExplain): NoCompanyReason {
  if (evidence.some(({ source, company }) => source === 'operator_rule' && company === null)) return 'correction';
  const networkKind = facts === null ? kind : (kindOfFacts(facts) ?? 'unknown');
  if (!isUsedByHolder(networkKind)) return reasonOfKind[networkKind];
  return facts?.isSharedPlace ? 'shared_place' : 'uncertain';
}

/**
 * Returns the kind of network. A database entry about a block is more precise than the kind of the whole network. VPNs and relays in lists
 * and databases take precedence over other entries, because they hide the actual user.
 */
export function kindOfFacts({ imported, netblocks, kind }: AddressFacts): NetworkKind | null {
  const kinds = imported.flatMap((match) => match.kind ?? []);
  const found = kinds.find(isHiding) ?? imported.find((match) => match.company !== null && match.kind !== null)?.kind ?? kinds[0];
  if (found !== undefined) return found;
  const isAssigned = netblocks.length > 0 || imported.some(({ company, weight }) => company !== null && weight === undefined);
  // Only the network as a whole was classified as a VPN, and this block of it belongs to a company.
  return kind !== null && isHiding(kind) && isAssigned ? 'business' : kind;
}

function isHiding(kind: NetworkKind): boolean {
  return kind === 'vpn' || kind === 'relay';
}
