import { isOneOf } from '../../lib/is-one-of.ts';

/** Kinds of autonomous systems by their users. */
export const networkKinds = [
  'business',
  'education',
  'government',
  'nonprofit',
  'isp',
  'mobile',
  'hosting',
  'cdn',
  'vpn',
  'gateway',
  'exchange',
  'person',
  'unknown',
  'relay',
  'crawler',
] as const;
export type NetworkKind = (typeof networkKinds)[number];

/** Kinds of networks that are used by one organization. */
export const organizationKinds = ['business', 'education', 'government', 'nonprofit'] as const;
export type OrganizationKind = (typeof organizationKinds)[number];

/** Kinds that the interfaces return. */
export const publicKinds = ['business', 'isp', 'hosting', 'vpn', 'education', 'government', 'unknown'] as const;
export type PublicKind = (typeof publicKinds)[number];

const publicKindOf: Record<NetworkKind, PublicKind> = {
  business: 'business',
  education: 'education',
  government: 'government',
  // The APIs have no kind for associations. Like a business, an association uses its own network.
  nonprofit: 'business',
  isp: 'isp',
  mobile: 'isp',
  hosting: 'hosting',
  cdn: 'hosting',
  exchange: 'hosting',
  vpn: 'vpn',
  // Like a VPN, a web gateway hides the company of the visitor, which is never the operator of the gateway.
  gateway: 'vpn',
  relay: 'vpn',
  crawler: 'hosting',
  // A network run by an individual counts as a home connection.
  person: 'isp',
  unknown: 'unknown',
};

export function publicKind(kind: NetworkKind | null): PublicKind {
  return kind === null ? 'unknown' : publicKindOf[kind];
}

/** True if the users of a network of this kind work for its holder. */
export function isUsedByHolder(kind: NetworkKind): kind is OrganizationKind {
  return isOneOf(organizationKinds, kind);
}
