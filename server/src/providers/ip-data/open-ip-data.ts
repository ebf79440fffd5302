import { join } from 'node:path';
import type { LocationDirectory } from '../../domain/identification/location-directory.ts';
import { compileInThread } from './compile-in-thread.ts';
import { compileNetworks } from './compile-networks.ts';
import { type IpDataSources, ipDataSources } from './ip-data-sources.ts';
import { LocationFiles } from './location-files.ts';
import { sectionsOfTable, tableOfSections } from './network-table.ts';
import { NetworkTableDirectory } from './network-table-directory.ts';
import { assertWritable, readSectionFile, sectionFingerprint, writeSectionFile } from './section-file.ts';

type IpData = { networks: NetworkTableDirectory; locations: LocationDirectory };

/** Increment when the compiled form or a repair changes, so that older tables are rebuilt. */
const tableFormat = 1;

export async function openIpData(dataDir: string, shipped?: IpDataSources): Promise<IpData> {
  const sources = ipDataSources(dataDir, shipped);
  const locations = new LocationFiles(sources.locations.ipv4Path, sources.locations.ipv6Path, sources.locations.version);
  const networks = await openNetworks(tablePathIn(dataDir), sources.networks, locations, () => compileInThread(sources));
  return { networks, locations };
}

/** Whether the data can be opened without compiling it first. */
export function isCompiled(dataDir: string): boolean {
  const { networks, locations } = ipDataSources(dataDir);
  return sectionFingerprint(tablePathIn(dataDir)) === fingerprintOf(networks.version, locations.version);
}

function tablePathIn(dataDir: string): string {
  return join(dataDir, 'ip-data', 'networks.bin');
}

function fingerprintOf(networksVersion: string, locationsVersion: string | undefined): string {
  return `${tableFormat} ${networksVersion} ${locationsVersion ?? ''}`;
}

/**
 * Opens the networks. The first start with new data compiles them (a few seconds), later ones read the compiled table.
 * Concurrent starts may all compile; the file written last wins.
 */
export async function openNetworks(
  tablePath: string,
  source: IpDataSources['networks'],
  locations: LocationDirectory | null,
  compile = () => compileNetworks(source.ipv4Path, source.ipv6Path, locations),
): Promise<NetworkTableDirectory> {
  const fingerprint = fingerprintOf(source.version, locations?.version);
  const sections = await readSectionFile(tablePath, fingerprint);
  const stored = sections === null ? null : tableOfSections(sections);
  if (stored !== null) return new NetworkTableDirectory(stored, source.version);
  assertWritable(tablePath);
  const table = await compile();
  writeSectionFile(tablePath, fingerprint, sectionsOfTable(table));
  return new NetworkTableDirectory(table, source.version);
}
