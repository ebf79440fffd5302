/** Who uses the addresses of an autonomous system. The kinds of the table of networks that were read one by one. */
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
] as const;
export type NetworkKind = (typeof networkKinds)[number];

/** The kinds of networks whose users are the people of one organisation. */
export const organizationKinds = ['business', 'education', 'government', 'nonprofit'] as const;
export type OrganizationKind = (typeof organizationKinds)[number];

/** What the outside is told. Contract, ip_enrichment. */
const publicKinds = ['business', 'isp', 'hosting', 'vpn', 'education', 'government', 'unknown'] as const;
export type PublicKind = (typeof publicKinds)[number];

const publicKindOf: Record<NetworkKind, PublicKind> = {
  business: 'business',
  education: 'education',
  government: 'government',
  // The contract has no word for associations; what matters to its readers is that an organisation uses the network.
  nonprofit: 'business',
  isp: 'isp',
  mobile: 'isp',
  hosting: 'hosting',
  cdn: 'hosting',
  exchange: 'hosting',
  vpn: 'vpn',
  // A web gateway is a tunnel like a VPN: behind it sits a company, but never the one that runs it.
  gateway: 'vpn',
  // A network that a person runs is a line at home.
  person: 'isp',
  unknown: 'unknown',
};

export function publicKind(kind: NetworkKind | null): PublicKind {
  return kind === null ? 'unknown' : publicKindOf[kind];
}

/** Whether the people behind such a network work for the one who runs it. */
export function belongsToItsUsers(kind: NetworkKind): kind is OrganizationKind {
  return (organizationKinds as readonly NetworkKind[]).includes(kind);
}
