import type { Knowledge } from '../../domain/identification/identify.ts';
import type { LocationDirectory } from '../../domain/identification/location-directory.ts';
import { NetworkAssessor } from '../../domain/identification/network-assessment.ts';
import type { NetworkKind } from '../../domain/identification/network-kind.ts';
import { OrganizationDirectory } from '../../domain/identification/organization-directory.ts';
import type { SeedOrganization } from '../../domain/identification/organization-table.ts';
import { openIpData } from './open-ip-data.ts';
import { openOrganizations } from './open-organizations.ts';
import { readOwnUseWeights } from './read-seed.ts';

/** Loads the data that identification keeps in memory: networks, organizations and locations. */
export async function openKnowledge(
  dataDir: string,
  listed: readonly SeedOrganization[] = [],
  kindsByAsn: ReadonlyMap<number, NetworkKind> = new Map(),
): Promise<{ knowledge: Knowledge; locations: LocationDirectory }> {
  const [{ networks, locations }, table] = await Promise.all([openIpData(dataDir), openOrganizations(dataDir)]);
  const organizations = new OrganizationDirectory(table, listed, kindsByAsn);
  return { knowledge: { networks, organizations, assessor: new NetworkAssessor(networks, organizations, readOwnUseWeights) }, locations };
}
