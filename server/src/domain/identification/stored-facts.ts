import { type AddressFacts, type NetworkOfAddress, noFacts } from './facts.ts';

/** The `facts` column of a verdict, without the network (which has its own column) and without empty values. */
export type StoredFacts = Partial<Omit<AddressFacts, 'network'>>;

export function encodeFacts({ network: _, ...facts }: AddressFacts): StoredFacts {
  return Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0)),
  );
}

export function decodeFacts(network: NetworkOfAddress | null, stored: StoredFacts): AddressFacts {
  // Fixed order of keys, because verdicts are identified by a hash.
  const ordered = network === null ? null : { cidr: network.cidr, asn: network.asn, organization: network.organization };
  return { ...noFacts, ...stored, network: ordered };
}
