import type { IpAddress } from '../../lib/ip-address.ts';
import type { IpRange } from '../../lib/ip-range.ts';
import type { ImportedMatch } from './facts.ts';
import type { Location } from './location-directory.ts';

/** What a database says about all addresses of a block, or that they differ. */
export type BlockMatch = { database: string; match: ImportedMatch | null | 'differs' };

/** The databases that the operator brought along. */
export interface ImportedDatabases {
  find(address: IpAddress): ImportedMatch[];
  findInBlock(block: IpRange): BlockMatch[];
  /** Where the address is, when one of them tells; more trusted than the data that come with Leadlight. */
  location(address: IpAddress): Location | null;
}

export const noDatabases: ImportedDatabases = { find: () => [], findInBlock: () => [], location: () => null };
