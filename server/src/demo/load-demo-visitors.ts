import { Random } from '../lib/random.ts';
import { openIpData } from '../providers/ip-data/open-ip-data.ts';
import { readNetworks, readSeedOrganizations } from '../providers/ip-data/read-seed.ts';
import { type DemoVisitors, selectDemoVisitors } from './demo-visitors.ts';

/** Picks the simulated visitors for a random seed from the IP data of the installation. */
export async function loadDemoVisitors(dataDir: string, seed: number): Promise<DemoVisitors> {
  const { networks } = await openIpData(dataDir);
  const reviewed = readNetworks();
  return selectDemoVisitors({ table: networks.table, organizations: readSeedOrganizations(reviewed), reviewed }, new Random(seed));
}
