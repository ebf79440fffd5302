import type { Knowledge } from '../../domain/identification/identify.ts';
import type { LocationDirectory } from '../../domain/identification/location-directory.ts';
import { NetworkAssessor } from '../../domain/identification/network-assessment.ts';
import { OrganizationDirectory, type SeedOrganization } from '../../domain/identification/organization-directory.ts';
import { openIpData } from './open-ip-data.ts';
import { readReviewedNetworks, readSeedOrganizations } from './read-seed.ts';

/** Everything identification holds in memory: the files, and what imports list beyond them. */
export async function openKnowledge(
  dataDir: string,
  listed: readonly SeedOrganization[] = [],
): Promise<{ knowledge: Knowledge; locations: LocationDirectory }> {
  const { networks, locations } = await openIpData(dataDir);
  const organizations = new OrganizationDirectory(
    [...readSeedOrganizations(), ...listed],
    readReviewedNetworks(),
    new Set(listed.flatMap(({ asns }) => asns)),
  );
  return { knowledge: { networks, organizations, assessor: new NetworkAssessor(networks, organizations) }, locations };
}
