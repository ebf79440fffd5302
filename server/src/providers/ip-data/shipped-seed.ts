import type { Seed } from '../../domain/seed/seed.ts';
import { openIpData } from './open-ip-data.ts';
import { readSeedIndustries, readSeedOrganizations, seedVersion } from './read-seed.ts';

/** The shipped directory, read on first use. */
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
