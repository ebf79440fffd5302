import type { IpAddress } from '../../lib/ip-address.ts';
import type { ImportedMatch } from './facts.ts';
import type { Location } from './location-directory.ts';

/** The databases that the operator brought along. */
export interface ImportedDatabases {
  find(address: IpAddress): ImportedMatch[];
  /** Where the address is, when one of them tells; more trusted than the data that come with Leadlight. */
  location(address: IpAddress): Location | null;
}
