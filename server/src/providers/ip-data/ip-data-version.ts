import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { storedListsVersion } from '../public-lists/stored-list.ts';
import { ipDataSources } from './ip-data-sources.ts';
import { importFolder } from './open-imported-databases.ts';
import { isCompiled } from './open-ip-data.ts';

/** The version of the IP data in the data folder; null while a command is still compiling newer data. */
export function ipDataVersion(dataDir: string): string | null {
  if (!isCompiled(dataDir)) return null;
  const { networks, locations } = ipDataSources(dataDir);
  const folder = importFolder(dataDir);
  const imported = existsSync(folder) ? readdirSync(folder).filter((name) => /\.(mmdb|csv)$/i.test(name)) : [];
  const files = imported.sort().map((name) => {
    const { size, mtimeMs } = statSync(join(folder, name));
    return `${name} ${size} ${mtimeMs}`;
  });
  return JSON.stringify([networks.version, locations.version, files, storedListsVersion(dataDir)]);
}
