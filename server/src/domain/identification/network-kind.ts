/** What an autonomous system is for, as finely as the reviewed table tells it. */
export const networkKinds = ['business', 'education', 'government', 'isp', 'mobile', 'hosting', 'cdn', 'vpn', 'gateway'] as const;
export type NetworkKind = (typeof networkKinds)[number];

/** What the outside is told. Contract, ip_enrichment. */
export const publicKinds = ['business', 'isp', 'hosting', 'vpn', 'education', 'government', 'unknown'] as const;
export type PublicKind = (typeof publicKinds)[number];

const publicKindOf: Record<NetworkKind, PublicKind> = {
  business: 'business',
  education: 'education',
  government: 'government',
  isp: 'isp',
  mobile: 'isp',
  hosting: 'hosting',
  cdn: 'hosting',
  vpn: 'vpn',
  // A web gateway is a tunnel like a VPN: behind it sits a company, but never the one that runs it.
  gateway: 'vpn',
};

export function publicKind(kind: NetworkKind | null): PublicKind {
  return kind === null ? 'unknown' : publicKindOf[kind];
}

/** Whether the people behind such a network work for the one who runs it. */
export function belongsToItsUsers(kind: NetworkKind): boolean {
  return kind === 'business' || kind === 'education' || kind === 'government';
}
