import type { IpAddress } from '../../lib/ip-address.ts';
import type { IpRange } from '../../lib/ip-range.ts';
import type { ImportedMatch } from './facts.ts';
import type { Location } from './location-directory.ts';
import type { NetworkKind } from './network-kind.ts';

/** Result of a database for all addresses of a block; `differs` if the addresses have different results. */
type BlockMatch = { database: string; match: ImportedMatch | null | 'differs' };

/** The network of an address, with the domain and the name of the organization that runs it. */
export type ImportedNetwork = {
  asn: number;
  domain: string | null;
  name?: string;
  /** Set if the database says that a provider runs the network. */
  kind?: NetworkKind;
};

/** Databases provided by the operator. */
export interface ImportedDatabases {
  find(address: IpAddress): ImportedMatch[];
  findInBlock(block: IpRange): BlockMatch[];
  /** Network of the address, if a database has it; takes precedence over the bundled data. */
  network(address: IpAddress): ImportedNetwork | null;
  networkInBlock(block: IpRange): ImportedNetwork | null | 'differs';
  /** Location of the address, if a database has it; takes precedence over the bundled data, unless only the bundled data has the city. */
  location(address: IpAddress): Location | null;
}

const noMatches: ImportedMatch[] = [];
export const noDatabases: ImportedDatabases = {
  find: () => noMatches,
  findInBlock: () => [],
  network: () => null,
  networkInBlock: () => null,
  location: () => null,
};
