import { join } from 'node:path';
import type { LocationDirectory } from '../../domain/identification/location-directory.ts';
import { compileNetworks } from './compile-networks.ts';
import { ipDataSources } from './ip-data-sources.ts';
import { LocationFiles } from './location-files.ts';
import { sectionsOfTable, tableOfSections } from './network-table.ts';
import { NetworkTableDirectory } from './network-table-directory.ts';
import { readSectionFile, writeSectionFile } from './section-file.ts';

export type IpData = { networks: NetworkTableDirectory; locations: LocationDirectory };

/** Raised by one whenever the compiled form or a repair changes, so that tables made by older code are made anew. */
const tableFormat = 1;

/**
 * Opens the address data. The first start, and the first after new data, compiles them (a few seconds);
 * every other one reads the compiled table. Processes that start at once may all compile: the last one's file stays.
 */
export async function openIpData(dataDir: string): Promise<IpData> {
  const sources = ipDataSources(dataDir);
  const locations = new LocationFiles(sources.locations.ipv4Path, sources.locations.ipv6Path, sources.locations.version);
  const fingerprint = `${tableFormat} ${sources.networks.version} ${sources.locations.version}`;
  const path = join(dataDir, 'ip-data', 'networks.bin');
  const sections = readSectionFile(path, fingerprint);
  const stored = sections === null ? null : tableOfSections(sections);
  if (stored !== null) return { networks: new NetworkTableDirectory(stored, sources.networks.version), locations };
  const table = await compileNetworks(sources.networks.ipv4Path, sources.networks.ipv6Path, locations);
  writeSectionFile(path, fingerprint, sectionsOfTable(table));
  return { networks: new NetworkTableDirectory(table, sources.networks.version), locations };
}
