import type { IpAddress } from '../../lib/ip-address.ts';
import type { IpRange } from '../../lib/ip-range.ts';
import type { ImportedMatch } from './facts.ts';
import type { Location } from './location-directory.ts';

/** Result of a database for all addresses of a block; `differs` if they are not uniform. */
export type BlockMatch = { database: string; match: ImportedMatch | null | 'differs' };

/** Databases provided by the operator. */
export interface ImportedDatabases {
  find(address: IpAddress): ImportedMatch[];
  findInBlock(block: IpRange): BlockMatch[];
  /** Location of the address, if one of them has it; takes precedence over the bundled data. */
  location(address: IpAddress): Location | null;
}

export const noDatabases: ImportedDatabases = { find: () => [], findInBlock: () => [], location: () => null };
