import { parentPort, workerData } from 'node:worker_threads';
import { compileNetworks } from './compile-networks.ts';
import type { IpDataSources } from './ip-data-sources.ts';
import { LocationFiles } from './location-files.ts';

const { networks, locations }: IpDataSources = workerData;
const places = new LocationFiles(locations.ipv4Path, locations.ipv6Path, locations.version);
parentPort!.postMessage(await compileNetworks(networks.ipv4Path, networks.ipv6Path, places));
