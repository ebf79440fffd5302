import type { Seed } from '../../domain/seed/seed.ts';
import { openIpData } from './open-ip-data.ts';
import { readSeedIndustries, readSeedOrganizations, seedVersion } from './read-seed.ts';

/** The directory that comes with Leadlight, read only when it is asked for. */
export function shippedSeed(dataDir: string): Seed {
  return {
    version: seedVersion(),
    read: () => ({ companies: readSeedOrganizations(), industries: readSeedIndustries() }),
    openHolders: async () => {
      const { networks } = await openIpData(dataDir);
      return (asn) => networks.system(asn);
    },
  };
}
