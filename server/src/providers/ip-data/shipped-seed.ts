import type { Seed } from '../../domain/seed/seed.ts';
import { openIpData } from './open-ip-data.ts';
import { readSeedIndustries, readSeedOrganizations, seedVersion } from './read-seed.ts';

/** The shipped directory. Its files are parsed only when `read` is called. */
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
