import { type AddressFacts, type NetworkOfAddress, noFacts } from './facts.ts';

/** The column `facts` of a verdict: without the network, which has a column of its own, and without what is empty. */
export type StoredFacts = Partial<Omit<AddressFacts, 'network'>>;

export function encodeFacts({ network: _, ...facts }: AddressFacts): StoredFacts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && !(Array.isArray(value) && value.length === 0)));
}

export function decodeFacts(network: NetworkOfAddress | null, stored: StoredFacts): AddressFacts {
  // In the order in which it was found: a verdict is known by a hash of it.
  const ordered = network === null ? null : { cidr: network.cidr, asn: network.asn, organization: network.organization };
  return { ...noFacts, ...stored, network: ordered };
}
