import { storedListsVersion } from '../public-lists/stored-list.ts';
import { importedFilesVersion } from './import/imported-files.ts';
import { ipDataSources } from './ip-data-sources.ts';
import { isCompiled } from './open-ip-data.ts';

/** The version of the IP data in the data folder; null while a command is still compiling newer data. */
export function ipDataVersion(dataDir: string): string | null {
  if (!isCompiled(dataDir)) return null;
  const { networks, locations } = ipDataSources(dataDir);
  return JSON.stringify([networks.version, locations.version, importedFilesVersion(dataDir), storedListsVersion(dataDir)]);
}
